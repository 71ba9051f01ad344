import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type previewShape, reachShape } from "../../../contract/entities/broadcast.ts";
import { notFound } from "../../../contract/errors.ts";
import { definitionOf, isOptional } from "../../../contract/notification-types.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { pages } from "../../../contract/pages.ts";
import type { ReadCtx } from "../../context.ts";
import { readChangedTexts } from "../mail-texts/changed-texts.ts";
import { withPageUrl } from "../place.ts";
import { one } from "../../sql.ts";
import { codeLink, toStoredPayload, reachedPart, emptyAudienceError, type SendInput } from "./audience.ts";
import { getDraft } from "./get-draft.ts";

export type Preview = z.output<z.ZodMiniObject<typeof previewShape>>;

const listedRecipient = z.object({ user_id: z.nullable(z.string()), name: z.string(), email: z.string() });
const chosenRecipient = z.extend(listedRecipient, { names: z.record(z.string(), z.string()), phone: z.string() });
const previewRow = () =>
  z.object({
    reach: z.object(reachShape),
    recipients: z.array(listedRecipient),
    recipient: z.nullable(chosenRecipient),
  });

const recipientFields = sql`'user_id', r.id, 'email', r.email,
  'name', coalesce((r.names ->> 'first_name') || ' ' || (r.names ->> 'last_name'), r.email)`;

/**
 * A rendered notification for one recipient, by default the first by address, and the number of recipients by channel.
 * Uses the templates of the delivery; sends and stores nothing. @throws USR_NOT_FOUND also for a user outside the
 * audience; ORG_NOT_FOUND; NOTIFICATION_ERROR for an empty audience; BadRequest for a foreign link
 */
export async function previewNotification(
  ctx: ReadCtx,
  send: SendInput & { recipient_id?: string | undefined },
): Promise<Preview> {
  const { type, recipient_id } = send;
  const { payload } = toStoredPayload(send);
  const [{ reach, recipients, recipient }, renderedTexts] = await Promise.all([
    one(
      ctx,
      previewRow,
      sql`
    with ${reachedPart(ctx, send)}
    select
      (
        select json_build_object('people', count(*), 'organizations', count(distinct r.org_id),
          'app', count(*) filter (where r.in_app),
          'email', count(*) filter (where r.mail = 'queued'),
          'email_off', count(*) filter (where r.mail = 'off'),
          'email_returned', count(*) filter (where r.mail = 'queued' and r.is_returned),
          'phone', count(*) filter (where r.phone = 'queued'),
          'phone_off', count(*) filter (where r.phone = 'off'),
          'phone_missing', count(*) filter (where r.phone = 'no-number'))
        from reached r
      ) as reach,
      coalesce((
        select json_agg(json_build_object(${recipientFields}) order by r.email)
        from (select * from reached order by email limit 50) r
      ), '[]') as recipients,
      (
        select json_build_object(${recipientFields}, 'names', r.names, 'phone', r.phone)
        from reached r
        where ${recipient_id ?? null}::uuid is null or r.id = ${recipient_id ?? null}::uuid
        order by r.email
        limit 1
      ) as recipient`,
      () => new Error("a count returned no row"),
    ),
    readChangedTexts(ctx),
  ]);
  if (reach.app + reach.email + reach.phone === 0) throw await emptyAudienceError(ctx, send);
  if (!recipient) throw notFound("USR_NOT_FOUND");
  const { names, phone, ...who } = recipient;
  const url = codeLink(ctx, send, recipient.user_id ?? "");
  const fullPayload = withPageUrl(ctx, type, { ...payload, ...names, ...(url !== undefined && { url }) });
  // The preview links to the settings page, because a real unsubscribe link works without signing in.
  const unsubscribe = isOptional(type)
    ? { unsubscribe_url: pageBase(ctx.settings, pages.portal) + pages.notificationSettings }
    : {};
  const { notificationTexts } = ctx.gateways;
  const render = await notificationTexts.inApp(renderedTexts);
  const { title, markdown } = render(type, fullPayload);
  return {
    reach,
    recipients,
    recipient: who,
    mail: await notificationTexts.byMail(type, { ...fullPayload, ...unsubscribe }, renderedTexts),
    app: { title, markdown },
    phone: phone === "none" ? null : await notificationTexts.byPhone(type, fullPayload, renderedTexts),
  };
}

/**
 * The preview of a draft or a sent notification, with the version of its draft. @throws NOTIFICATION_NOT_FOUND also for
 * a type with a sign-in link, which is for its recipient alone; the errors of `getDraft` and `previewNotification`
 */
export async function previewDraft(
  ctx: ReadCtx,
  id: string,
  recipient_id: string | undefined,
): Promise<Preview & { updated_at: string }> {
  const { updated_at, ...send } = await getDraft(ctx, id);
  if (definitionOf(send.type).is_secret) throw notFound("NOTIFICATION_NOT_FOUND");
  return { ...(await previewNotification(ctx, { ...send, recipient_id })), updated_at };
}
