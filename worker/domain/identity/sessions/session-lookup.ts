import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type StaffPreset, staffPresets } from "../../../../db/enums.ts";
import { impersonator, sessionUser } from "../../../contract/entities/user.ts";
import { forbidden, unauthorized } from "../../../contract/errors.ts";
import type { Permission } from "../../../contract/people/permissions.ts";
import { tokenHash } from "../../platform/index.ts";
import type { Ctx, ReadCtx, UserActor } from "../../context.ts";
import { currentSessionId } from "../../current-user.ts";
import { userHasPermission, presetColumn } from "../../permissions.ts";
import { needsSetUp } from "../factors/factor-rules.ts";
import { iso, one, type RowOf, staticSql } from "../../sql.ts";
import { isActorAdmin, isOver, isOverForUser, isUsable } from "./usable.ts";
import { userJson } from "./user-rows.ts";

export type SessionUser = z.output<typeof sessionUser>;
export type Session = {
  session_id: string;
  kind: "cookie" | "bearer";
  user_id: string;
  org_id: string;
  roles: SessionUser["roles"];
  /** Only administrators have a preset. */
  preset: StaffPreset | null;
  impersonator_id: string | null;
  parent_id: string | null;
  /** The hash of the presented token: an exchange compares it to detect a concurrent exchange. */
  token_hash: string;
};
export type SessionRow = Omit<Session, "token_hash"> & {
  is_active: boolean | null;
  is_over: boolean;
  is_over_for_user: boolean;
  has_agreed: boolean;
  is_actor_admin: boolean;
  is_stale: boolean;
  needs_set_up: boolean;
  details: SessionDetails | null;
};

const sessionDetails = () =>
  z.object({
    created_at: z.string(),
    expires_at: z.string(),
    impersonator,
    user: sessionUser,
    price_level_name: z.nullable(z.string()),
    preset: z.nullable(z.enum(staffPresets)),
  });
export type SessionDetails = RowOf<typeof sessionDetails>;

export type FoundSession = { session: Session; details: SessionDetails | null };

/** A request with both kinds of credentials needs equal tokens (T7). */
export type Credentials = { token: string; kind: "cookie" | "bearer" };

export type LookupOptions = {
  /** The permission that the batched reads require; without one, any session has access. */
  permission?: Permission | undefined;
  /** Batched reads do not run for an impersonating administrator (T13). */
  not_impersonated?: true | undefined;
  /** Admits users who must set up a second factor before anything else. */
  is_for_set_up?: boolean | undefined;
  with_details?: true;
};

/**
 * The account that a session is checked against: the session's user, or the impersonating administrator, who may return
 * to their own session whatever happened to the user (O-035).
 */
export type CheckedAccount = "user" | "actor";

export const toActor = (session: Session): UserActor => ({
  kind: "user",
  user_id: session.user_id,
  org_id: session.org_id,
  roles: session.roles,
  preset: session.preset,
  session_id: session.session_id,
  session_kind: session.kind,
  impersonator_id: session.impersonator_id,
});

/**
 * The session of a token, in one round trip; everything that may have changed since sign-in is read fresh. @throws
 * INVALID_JWT, SESSION_USR_NOT_FOUND, IMPERSONATE_USR_NOT_FOUND, USR_INACTIVE, USR_NOT_AGREED (O-029 to O-031)
 * and SECOND_FACTOR_SETUP_REQUIRED
 */
export async function lookUpSession(
  ctx: Ctx,
  credentials: Credentials,
  { checked, ...options }: { checked: CheckedAccount; is_for_set_up: boolean },
): Promise<Session> {
  const hash = await tokenHash(credentials.token);
  const [result] = await ctx.db.prepared([sql`select ${noDetailsColumn} ${sessionRow(ctx)} ${whereTokenHash(hash)}`]);
  // The cast is safe, because `sessionRow` selects the columns of `SessionRow`.
  return toSession(ctx, credentials, hash, result?.rows[0] as SessionRow | undefined, options, checked).session;
}

/** The first statement of a batch: for a session with access, it sets the ids that the reads use. */
export async function selectSession(
  ctx: Ctx,
  credentials: Credentials,
  { permission, not_impersonated, is_for_set_up, with_details }: LookupOptions,
): Promise<{ hash: string; statement: SQL }> {
  const hash = await tokenHash(credentials.token);
  const hasAccess = sql`${staticSql(isUsable)}
    and ${credentials.kind === "bearer" ? sql`true` : sql`s.kind = 'cookie'`}
    and ${permission ? userHasPermission("u", permission) : sql`true`}
    and ${not_impersonated ? sql`s.actor_id is null` : sql`true`}
    and ${is_for_set_up ? sql`true` : sql`not ${needsSetUpFor(ctx)}`}`;
  const statement = sql`
    select case when ${hasAccess} then ${setIds} end as ids,
      ${with_details ? detailsColumn : noDetailsColumn} ${sessionRow(ctx)}
    ${whereTokenHash(hash)}`;
  return { hash, statement };
}

/** @throws what `lookUpSession` throws */
export function toSession(
  ctx: Ctx,
  credentials: Credentials,
  hash: string,
  row: SessionRow | undefined,
  { is_for_set_up }: Pick<LookupOptions, "is_for_set_up">,
  checkedAccount: CheckedAccount = "user",
): FoundSession {
  // A desktop token is refused as a cookie; a cookie's token also works as a bearer token (O-036).
  if (!row || (credentials.kind === "cookie" && row.kind !== "cookie")) throw unauthorized("INVALID_JWT");
  const isForUser = checkedAccount === "user" || !row.impersonator_id;
  if (isForUser && row.is_active === false) throw unauthorized("USR_INACTIVE");
  if (row.is_over || (isForUser && row.is_over_for_user) || (row.impersonator_id && !row.is_actor_admin))
    throw unauthorized("INVALID_JWT");
  if (row.is_active === null)
    throw unauthorized(row.impersonator_id ? "IMPERSONATE_USR_NOT_FOUND" : "SESSION_USR_NOT_FOUND");
  if (isForUser && !row.has_agreed) throw forbidden("USR_NOT_AGREED");
  if (row.needs_set_up && !is_for_set_up) throw forbidden("SECOND_FACTOR_SETUP_REQUIRED");
  if (row.is_stale) ctx.defer(updateLastSeen(ctx, row.session_id));
  return { session: { ...row, token_hash: hash }, details: row.details };
}

const updateLastSeen = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`update sessions set last_seen_at = now() where id = ${id}`).catch(() => {});

const whereTokenHash = (hash: string): SQL => sql`where s.token_hash = decode(${hash}, 'hex')`;

const joins = sql`
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id`;

type Setting = Ctx["settings"]["ADMIN_SECOND_FACTOR"];

const needsSetUpBySetting: Record<Setting, SQL> = {
  required: staticSql(needsSetUp({ ADMIN_SECOND_FACTOR: "required" })),
  optional: staticSql(needsSetUp({ ADMIN_SECOND_FACTOR: "optional" })),
};
const needsSetUpFor = ({ settings }: Ctx): SQL => needsSetUpBySetting[settings.ADMIN_SECOND_FACTOR];

const sessionRow = (ctx: Ctx): SQL => sql`${needsSetUpFor(ctx)} as needs_set_up, ${sessionColumns}`;

const sessionColumns = staticSql(sql`
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, ${presetColumn("u")} as preset, u.is_active,
  ${isOver} as is_over,
  ${isOverForUser} as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  ${isActorAdmin} as is_actor_admin
  ${joins}`);

/** The reads of a batch take the user's ids from these settings (current-user.ts). */
const setIds = staticSql(sql`json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true))`);

const detailsJson = sql`json_build_object(
  'created_at', ${iso("s.created_at")},
  'expires_at', ${iso("s.expires_at")},
  'user', ${userJson},
  'price_level_name', o.price_level_name,
  'preset', ${presetColumn("u")},
  'impersonator', case
    when a.id is not null
      then json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'reason', s.reason)
  end)`;
const detailsColumn = staticSql(sql`${detailsJson} as details,`);
const noDetailsColumn = staticSql(sql`null::json as details,`);
const selectDetails = staticSql(sql`select ${detailsJson} as details ${joins}`);

export async function getSession(ctx: ReadCtx): Promise<SessionDetails & { user_id: string }> {
  const { details: found } = await one(
    ctx,
    () => z.object({ details: sessionDetails() }),
    sql`${selectDetails} where s.id = ${currentSessionId(ctx)}`,
    () => unauthorized("INVALID_JWT"),
  );
  return { ...found, user_id: found.user.id };
}

export const getProfile = async (ctx: ReadCtx): Promise<SessionUser> => (await getSession(ctx)).user;
