import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type VerificationScope, verificationScopes } from "../../../../db/enums.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { isBlocked } from "./blocked.ts";
import { codeLifetimes } from "./lifetimes.ts";
import { maybeOne, maybeOneOf, iso, type RowOf } from "../../sql.ts";

const issuedCode = () =>
  z.object({ id: z.string(), user_id: z.string(), scope: z.enum(verificationScopes), expires_at: z.string() });
export type IssuedCode = RowOf<typeof issuedCode>;
type IssueInput = {
  where: SQL;
  /** Default: set-up for a user who never finished it, else password reset (O-067). */
  scope?: VerificationScope;
  new_email?: string;
  /** Whether the link is mailed; otherwise an administrator hands it over. */
  is_mailed: boolean;
  /** The mail also announces the approval of the account request. */
  is_approval?: boolean;
  /** Delays the mail by `hold_s` seconds, during which the mail can be withdrawn by `event`. */
  held?: { hold_s: number; event: string };
  /** False runs the same statement without issuing a code. */
  is_allowed?: boolean;
};

const lifetimeInterval = (scope: VerificationScope) => sql.raw(`interval '${codeLifetimes[scope]}'`);

const resetScope = sql`
  case when u.agreed_at is null then 'verify:user-setup' else 'verify:email-password-reset' end`;

/** Assignments that void a code, the cookie issued for it, and a request that is about to finish with that cookie. */
export const voidCodeClause: SQL = sql`expires_at = least(expires_at, now()), token_expires_at = now(),
  token_hash = null`;

/**
 * Whether the address of a user who is not set up is being corrected: it may be a stranger's, so no set-up link is
 * mailed to it.
 */
export const isBeingCorrected = (user: "u" | "each"): SQL => {
  const column = (name: string) => sql.raw(`${user}.${name}`);
  return sql`(${column("agreed_at")} is null and exists (
    select 1 from verification_codes c
    where c.user_id = ${column("id")} and c.scope = 'verify:email-change' and c.used_at is null
      and c.expires_at > now()))`;
};

/**
 * Precede a statement that voids the codes of a user, or issues one that must not outlast that, in the same batch, so
 * that it reads what concurrent changes of the account did. These lock their code before the user, too. `userIds`: an
 * id, or a query of several.
 */
export const lockAccount = (userIds: string | SQL): SQL[] => [
  sql`
  select 1 from verification_codes where user_id in (${userIds}) and used_at is null order by id for no key update`,
  sql`select 1 from users where id in (${userIds}) order by id for no key update`,
];

/** The CTE `voided`: voids all codes of the users of `rows` (`id`). */
export const voidCodesPart = (rows: string): SQL => sql`
  voided as (
    update verification_codes v set ${voidCodeClause} from ${sql.raw(rows)} changed
    where v.user_id = changed.id and v.used_at is null
  )`;

/**
 * Issues a verification code and queues its mail, in one statement that is the same whether the user exists or not. A
 * new code voids the user's earlier ones of that scope (O-134), including opened ones. An email change also warns the
 * current address, with a link that stops the change. For a user who is not set up the current address may be mistyped:
 * it is not warned, has no stop link, and its links of every scope are voided. The current address of a blocked
 * account is not warned either. Returns undefined if nothing was issued.
 */
export const issueVerificationCode = (ctx: Ctx, input: IssueInput): Promise<IssuedCode | undefined> =>
  maybeOne(ctx, issuedCode, issueCodeStatement(ctx, input));

/**
 * Issues a code under `lockAccount`, so that the condition in `where` holds against concurrent changes of the account,
 * and a concurrent statement that voids the user's codes also voids this one.
 */
export async function issueCodeUnderLock(
  ctx: Ctx,
  userIds: string | SQL,
  input: IssueInput,
): Promise<IssuedCode | undefined> {
  const results = await ctx.db.batch([...lockAccount(userIds), issueCodeStatement(ctx, input)]);
  return maybeOneOf(ctx, issuedCode, results.at(-1));
}

const issueCodeStatement = (ctx: Ctx, input: IssueInput): SQL => sql`
    with target as (
      select u.*, o.name as org_name, ${input.scope ?? resetScope}::text as scope
      from users u
        join organizations o on o.id = u.org_id
      where ${input.where}
    ), allowed as (
      select * from target where ${input.is_allowed ?? true}
    ), voided as (
      update verification_codes v set ${voidCodeClause}
      from allowed
      where v.user_id = allowed.id
        and (v.scope = allowed.scope or (allowed.scope = 'verify:email-change' and allowed.agreed_at is null))
        and v.used_at is null
        and greatest(v.expires_at, v.token_expires_at) > now()
    ), code as (
      insert into verification_codes (user_id, scope, new_email, old_email, expires_at, created_at)
      select
        id, scope, ${input.new_email ?? null}::text,
        case when ${input.new_email !== undefined} and agreed_at is not null and not ${isBlocked("allowed")}
          then email end,
        now() + case scope
        when 'verify:user-setup' then ${lifetimeInterval("verify:user-setup")}
        when 'verify:email-change' then ${lifetimeInterval("verify:email-change")}
        else ${lifetimeInterval("verify:email-password-reset")} end, clock_timestamp()
      from allowed returning id, user_id, scope, expires_at, old_email, new_email
    ),
    ${input.is_mailed ? sql`${linkMail(ctx, input)},` : sql``}
    ${input.new_email === undefined ? sql`` : sql`${warningMail(input.new_email)},`}
    ${audited(ctx, input.new_email === undefined ? "issueVerificationCode" : "requestEmailChange", "user", "code", {
      subject_id: sql`code.user_id`,
      org_id: input.new_email === undefined ? null : sql`(select org_id from allowed)`,
      data: sql`jsonb_strip_nulls(jsonb_build_object(
        'old_email', case when code.new_email is not null then (select email from allowed) end,
        'new_email', code.new_email))`,
    })}
    select id, user_id, scope, ${iso("expires_at")} as expires_at from code`;

const linkMail = ({ actor }: Ctx, { new_email: newEmail, is_approval = false, held }: IssueInput): SQL => {
  const type = sql`
    case code.scope
      when 'verify:user-setup' then 'userSetup'
      when 'verify:email-change' then 'emailChangeVerification'
      else 'passwordReset'
    end`;
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', allowed.first_name, 'last_name', allowed.last_name, 'new_email', ${newEmail ?? null}::text,
    'is_approval', nullif(${is_approval}::boolean, false),
    'invited_by', case when code.scope = 'verify:user-setup' then (
      select concat_ws(' ', colleague.first_name, colleague.last_name) from users colleague
      where colleague.id = ${actor.kind === "user" && actor.impersonator_id === null ? actor.user_id : null}::uuid
        and colleague.org_id = allowed.org_id and colleague.id <> allowed.id
    ) end,
    'org', jsonb_build_object('name', allowed.org_name)))`;
  return notificationParts(
    {
      type,
      recipient: sql`coalesce(${newEmail ?? null}::text, allowed.email)`,
      user_id: sql`allowed.id`,
      payload,
      code_id: sql`code.id`,
      ...(held && { hold_s: held.hold_s, event: sql`${held.event}` }),
    },
    sql`code join allowed on allowed.id = code.user_id`,
  );
};

const warningMail = (newEmail: string): SQL =>
  notificationParts(
    {
      as: "warned",
      type: "emailChangeRequested",
      recipient: sql`allowed.email`,
      user_id: sql`allowed.id`,
      payload: sql`jsonb_build_object(
        'first_name', allowed.first_name, 'last_name', allowed.last_name, 'new_email', ${newEmail}::text)`,
      code_id: sql`code.id`,
    },
    sql`code join allowed on allowed.id = code.user_id and code.old_email is not null`,
  );
