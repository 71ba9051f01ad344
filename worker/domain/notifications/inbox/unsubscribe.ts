import { notFound } from "../../../contract/errors.ts";
import type { OptionalType } from "../../../contract/notification-choices.ts";
import { isUnsubscribeToken } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import {
  findNotificationSettings,
  withMailsSwitched,
  type NotificationSettings,
  withSubscription,
  writeSettings,
} from "./settings.ts";

/** Without `types` the link is for all reminders and news, by email and text message. */
export type UnsubscribeLink = { user_id: string; token: string; types?: readonly OptionalType[] | undefined };
export type Subscriber = NotificationSettings & {
  /** Whether at least one message type of the link is turned on. */
  is_on: boolean;
};

export async function findSubscriber(ctx: Ctx, link: UnsubscribeLink): Promise<Subscriber> {
  if (!(await isUnsubscribeToken(ctx.settings, link.user_id, link.token))) throw notFound("USR_NOT_FOUND");
  return toSubscriber(await findNotificationSettings(ctx, link.user_id), link);
}

const toSubscriber = (settings: NotificationSettings, { types }: UnsubscribeLink): Subscriber => ({
  ...settings,
  is_on: settings.is_subscribed && !(types?.every((type) => settings.email_off.includes(type)) ?? false),
});

/**
 * Turns the mails of some types off, or all reminders and news. The signed link suffices without signing in, so that a
 * mail program can unsubscribe (O-122, RFC 8058). Withdraws queued messages that were not tried yet. Idempotent.
 */
export const unsubscribe = (ctx: Ctx, link: UnsubscribeLink): Promise<Subscriber> => setSubscription(ctx, link, false);

/** Turns the mails of a link on again; if all reminders and news are off, the user's own choices are restored first. */
export const subscribe = (ctx: Ctx, link: UnsubscribeLink): Promise<Subscriber> => setSubscription(ctx, link, true);

async function setSubscription(ctx: Ctx, link: UnsubscribeLink, isWanted: boolean): Promise<Subscriber> {
  const subscriber = await findSubscriber(ctx, link);
  const { types } = link;
  const isDone = types
    ? types.every((type) => subscriber.email_off.includes(type) !== isWanted) && (subscriber.is_subscribed || !isWanted)
    : subscriber.is_subscribed === isWanted;
  if (isDone) return subscriber;
  const action = isWanted ? "subscribe" : "unsubscribe";
  const next = types ? withMailsSwitched(types, isWanted, isWanted) : withSubscription(isWanted);
  return toSubscriber(await writeSettings(ctx, action, link.user_id, next), link);
}
