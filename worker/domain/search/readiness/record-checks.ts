import { sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import type { ProviderAnswers } from "./states.ts";

export async function recordChecks(ctx: ReadCtx, answers: ProviderAnswers): Promise<void> {
  const rows = Object.entries(answers).map(([name, state]) => ({ name, ...state }));
  await ctx.db.execute(sql`
    insert into readiness_checks (name, checked_at, done_at, note)
    select name, now(), case when is_done then now() end, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, is_done boolean, note text)
    on conflict (name) do update
    set checked_at = excluded.checked_at, note = excluded.note,
      done_at = coalesce(readiness_checks.done_at, excluded.done_at)`);
}
