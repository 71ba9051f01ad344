import { type SQL, sql } from "drizzle-orm";
import type { NotificationChannel, Role, VerificationScope } from "../../../../db/enums.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import {
  definitionOf,
  isOptional,
  type NotificationType,
  notificationTypes,
} from "../../../contract/notification-types.ts";
import type { Ctx } from "../../context.ts";
import { canBeTexted, phoneOf } from "../notify.ts";
import { verificationUrl } from "../../platform/index.ts";
import { exists, texts } from "../../sql.ts";

export type Send = {
  type: NotificationType;
  payload: Record<string, unknown>;
  user_id?: string | undefined;
  org_id?: string | undefined;
  roles?: Role[] | undefined;
  channels?: NotificationChannel[] | undefined;
  /** Under which it is sent once. */
  id?: string | undefined;
};

/** What is stored of a payload that its type has checked, without what is made when it is sent. */
export function payloadOf({ type, payload }: Send): { payload: Record<string, unknown>; email: string | undefined } {
  const checked: Record<string, unknown> = notificationTypes[type].payload.parse(payload);
  const { user_email: email, support_email: _support, unsubscribe_url: _unsubscribe, code: _code, ...rest } = checked;
  return { payload: rest, email: typeof email === "string" ? email.toLowerCase() : undefined };
}

/** The pages that the codes of these types open. */
const scopes: Partial<Record<NotificationType, VerificationScope>> = {
  userSetup: "verify:user-setup",
  passwordReset: "verify:email-password-reset",
  emailChangeVerification: "verify:email-change",
};

const usesCode = ({ type, payload }: Send): boolean =>
  scopes[type] !== undefined && payload["url"] === undefined && typeof payload["code"] === "string";

/** The address that a code opens for the person `userId`; undefined for a payload that brings its own link or needs none. */
export function linkOfCode(ctx: Ctx, send: Send, userId: string): string | undefined {
  const scope = scopes[send.type];
  const { code } = send.payload;
  if (!scope || !usesCode(send) || typeof code !== "string") return undefined;
  return verificationUrl(ctx.settings.PUBLIC_URL, scope, userId, code.trim());
}

const placeholder = "00000000-0000-0000-0000-000000000000";

/** The jsonb that a code adds to the payload of the person `userId`. */
export function linkOfCodeFor(ctx: Ctx, send: Send, userId: SQL): SQL {
  const url = linkOfCode(ctx, send, placeholder);
  if (url === undefined) return sql`'{}'::jsonb`;
  return sql`jsonb_build_object('url', replace(${url}::text, ${placeholder}, ${userId}::text))`;
}

/**
 * A message that says "choose your password here" leads to this shop alone, so that neither a stolen administrator session nor
 * a mistake turns our mails into phishing. Throws BadRequest.
 */
export function requireOwnLink(ctx: Ctx, { type, payload }: Send): void {
  if (!definitionOf(type).is_secret || payload["url"] === undefined) return;
  const { PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL } = ctx.settings;
  const url = URL.parse(String(payload["url"]));
  const isOwn = [PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL].some((own) => url?.origin === new URL(own).origin);
  if (url && isOwn && url.username === "" && url.password === "") return;
  const message = `The link of this type must lead to this shop, as ${PUBLIC_URL}/….`;
  throw new BadRequest([{ code: "custom", path: ["payload", "url"], message }]);
}

/** What carries a link that opens an account goes by e-mail alone; where no text messages are sent, none are queued. */
export function channelsOf(ctx: Ctx, { type, channels = ["email", "app"] }: Send): NotificationChannel[] {
  const { is_secret: isSecret } = definitionOf(type);
  const hasSms = ctx.gateways.sms !== undefined;
  return channels.filter((channel) => channel === "email" || (!isSecret && (channel === "app" || hasSms)));
}

/**
 * The part `reached as (...)` of a statement: whom a notification goes to, and by which ways, by the settings of each as
 * `notified` asks for them. Throws NOTIFICATION_ERROR where nobody is named; BadRequest for a link that is not ours.
 */
export function reached(ctx: Ctx, send: Send): SQL {
  requireOwnLink(ctx, send);
  const channels = channelsOf(ctx, send);
  const people = peopleOf(send, payloadOf(send).email);
  if (!people || channels.length === 0) throw unprocessable("NOTIFICATION_ERROR");
  const isOff = sql`(${isOptional(send.type)} and not p.is_subscribed)`;
  return sql`reached as materialized (
      select p.*, ${channels.includes("app")} and p.id is not null as in_app,
        case when not ${channels.includes("email")} then 'none' when ${isOff} then 'off' else 'queued' end as mail,
        case
          when not ${channels.includes("phone")} then 'none'
          when p.phone_number is null then 'no-number'
          when ${isOff} or not p.can_be_texted then 'off'
          else 'queued'
        end as phone
      from (${people}) p
    )`;
}

/** Whether anybody gets anything. */
export const reachesSomebody = sql`exists (
  select 1 from reached r where r.in_app or r.mail = 'queued' or r.phone = 'queued'
)`;

/** Undefined where nobody is named. Who was inactivated is told of that alone. */
function peopleOf(send: Send, email: string | undefined): SQL | undefined {
  const { type, user_id, org_id, roles } = send;
  const isPerson = (which: SQL) => sql`
    select u.id, u.email, u.org_id, ${phoneOf("v", "u")} as phone_number,
      ${canBeTexted("v", "u")} as can_be_texted, coalesce(u.returned_email = u.email, false) as is_returned,
      coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true) as is_subscribed,
      jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name) as names
    from users u left join user_phones v on v.user_id = u.id
    where ${which} and (u.is_active or ${type === "userInactivated"})`;
  if (user_id) return isPerson(sql`u.id = ${user_id}`);
  const held = roles && sql`u.roles && ${texts(roles)}`;
  if (org_id) return isPerson(held ? sql`u.org_id = ${org_id} and ${held}` : sql`u.org_id = ${org_id}`);
  if (held) return isPerson(held);
  if (email === undefined) return undefined;
  // a code is one of an account
  if (usesCode(send)) return isPerson(sql`lower(u.email) = ${email}`);
  return sql`${isPerson(sql`lower(u.email) = ${email}`)}
    union all
    select null, ${email}, null, null, false, false, true, '{}'::jsonb
    where not exists (select 1 from users u where lower(u.email) = ${email})`;
}

/** Why nobody is reached. */
export async function refusalOf(ctx: Ctx, { user_id, org_id }: Send): Promise<Error> {
  if (user_id && !(await exists(ctx, sql`select 1 from users where id = ${user_id}`))) return notFound("USR_NOT_FOUND");
  if (!user_id && org_id && !(await exists(ctx, sql`select 1 from organizations where id = ${org_id}`)))
    return notFound("ORG_NOT_FOUND");
  return unprocessable("NOTIFICATION_ERROR");
}
