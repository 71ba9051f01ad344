import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type FactorKind, factorKinds } from "../../../../db/enums.ts";
import { protectedFieldsByCall, recordByCall } from "../../../contract/people/protected-acts.ts";
import { isUuid } from "../../../contract/fields.ts";
import { freshSignInRequired } from "../../../contract/errors.ts";
import { currentSessionId } from "../../current-user.ts";
import type { Ctx, ReadCtx, UserActor } from "../../context.ts";
import { requireBrowser } from "../sessions/require-browser.ts";
import { maybeOne, type RowOf } from "../../sql.ts";
import { provableFactors, hasFactor } from "./has-factor.ts";

export type FactorsToProve = readonly FactorKind[];

export const freshWindow = "15 minutes";

/**
 * Factors of the user or, in an impersonation, of the administrator; no row if the sign-in is fresh or the user has no
 * factor.
 */
const staleFactors = (session: SQL): SQL => sql`
  select ${provableFactors("u")} as factors
  from sessions s join users u on u.id = coalesce(s.actor_id, s.user_id)
  where s.id = ${session} and s.authenticated_at <= now() - ${freshWindow}::interval and ${hasFactor("u")}`;

/** Factors of which the user must prove one before a protected action; empty if none is needed. */
export async function listFactorsToProve(ctx: ReadCtx): Promise<FactorsToProve> {
  const row = await maybeOne(
    ctx,
    () => z.object({ factors: z.array(z.enum(factorKinds)) }),
    staleFactors(currentSessionId(ctx)),
  );
  return row?.factors ?? [];
}

const protectedFieldsRow = () => z.object({ current: z.record(z.string(), z.unknown()) });

/**
 * Current values of the protected fields that a call may change: an empty object for a new record; undefined for a call
 * without a record, an invalid id and an unknown record.
 */
export async function findProtectedFields(
  ctx: ReadCtx,
  call: string,
  params: Readonly<Record<string, string>>,
): Promise<RowOf<typeof protectedFieldsRow>["current"] | undefined> {
  const record = recordByCall[call];
  if (record === "new") return {};
  const id = record && params[record.id];
  if (!record || id === undefined || !isUuid(id)) return undefined;
  const columns = (protectedFieldsByCall[call] ?? []).map((field) => sql`${field}::text, row.${sql.identifier(field)}`);
  const row = await maybeOne(
    ctx,
    protectedFieldsRow,
    sql`
    select json_build_object(${sql.join(columns, sql`, `)}) as current
    from ${sql.identifier(record.table)} row where row.id = ${id}`,
  );
  return row?.current;
}

/**
 * Requires a fresh sign-in of a user with a second factor, for use cases and pages that check it themselves, such as
 * refunds above an amount. @throws FRESH_SIGN_IN_REQUIRED
 */
export async function requireFreshSignIn(ctx: ReadCtx): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const factors = await listFactorsToProve(ctx);
  if (factors.length > 0) throw freshSignInRequired(factors);
}

/**
 * Requires a fresh sign-in for changes of factors, including the first one: a stolen session alone must not add a
 * factor of the thief. @throws FRESH_SIGN_IN_REQUIRED, USR_NOT_AUTHORIZED for a desktop token
 */
export async function requireFreshBrowser(ctx: Ctx): Promise<UserActor> {
  const actor = requireBrowser(ctx);
  const row = await maybeOne(
    ctx,
    () => z.object({ factors: z.array(z.enum(factorKinds)) }),
    sql`
    select ${provableFactors("u")} as factors
    from sessions s join users u on u.id = s.user_id
    where s.id = ${actor.session_id} and s.authenticated_at <= now() - ${freshWindow}::interval`,
  );
  if (row) throw freshSignInRequired(row.factors);
  return actor;
}
