import { sql } from "drizzle-orm";
import { maskMessage, maskPath, maskStack } from "../../../contract/people/mask-errors.ts";
import { detectBrowser } from "../../../contract/people/browser-names.ts";
import type { Ctx } from "../../context.ts";
import { sha256 } from "../secrets/tokens.ts";

/** Maximum new groups per day, so that invented messages cannot fill the database. */
const newGroupsPerDay = 200;
const typeMax = 40;

export type ClientErrorReport = {
  level: "error" | "warn";
  message: string;
  type: string;
  url: string | undefined;
  stack: unknown;
  release: unknown;
};

/**
 * Counts a report in the group of reports with the same level, type, message, release, page and browser. Everything is
 * masked again, because a client may send anything; the sender is not stored. New groups beyond the daily cap are
 * dropped.
 */
export async function recordClientError(ctx: Ctx, report: ClientErrorReport): Promise<void> {
  const { level } = report;
  const message = maskMessage(report.message);
  if (message === "") return;
  const type = /^[\w-]+$/.test(report.type) ? report.type.slice(0, typeMax) : "other";
  const path = report.url === undefined ? undefined : URL.parse(report.url)?.pathname;
  const page = path === undefined ? null : maskPath(path);
  const release = typeof report.release === "string" && /^[\w.-]{1,40}$/.test(report.release) ? report.release : null;
  const stack = typeof report.stack === "string" ? maskStack(report.stack) || null : null;
  const browser = detectBrowser(ctx.user_agent) ?? parseAppName(ctx.user_agent);
  const fingerprint = await sha256(JSON.stringify([level, type, message, release, page, browser]), "hex");
  await ctx.db.execute(sql`
    insert into client_errors as e
      (fingerprint, level, type, message, release, page, browser, stack, last_seen_at, request_id)
    select ${fingerprint}, ${level}, ${type}, ${message}, ${release}, ${page}, ${browser}, ${stack}, now(),
      ${ctx.request_id}
    where exists (select 1 from client_errors where fingerprint = ${fingerprint})
      or ${newGroupsPerDay} > (select count(*) from client_errors where first_seen_at > now() - interval '1 day')
    on conflict (fingerprint) do update set
      count = e.count + 1,
      last_seen_at = excluded.last_seen_at,
      request_id = excluded.request_id,
      stack = coalesce(excluded.stack, e.stack)`);
}

const parseAppName = (userAgent: string): string => {
  const [name] = /^[A-Za-z]{1,20}(?=\/)/.exec(userAgent) ?? [];
  return name === undefined || name === "Mozilla" ? "Other" : name;
};
