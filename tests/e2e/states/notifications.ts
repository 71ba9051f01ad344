import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { type State, openPath } from "./state.ts";

/** Creates three pages of notifications, a third of them about a device with a very long name. */
async function createMany(): Promise<Actor> {
  const actor = await signedIn();
  await query(
    `insert into notifications (user_id, type, payload, read_at)
     select $1, told.type, told.payload, case when n > 30 then now() end from generate_series(1, 45) n,
       lateral (select (array['orderShipped', 'newSoftwareVersion', 'deviceAdded'])[1 + n % 3] as type,
         jsonb_build_object('order_number', 'O0000' || n, 'version', '5.' || n || '.0', 'device_serial', 'CGX-100-' || n,
           'product', '{"name": "Flowpoint"}'::jsonb, 'device_name', repeat('Spectrometer ', 18)) as payload) told`,
    [actor.user.id],
  );
  return actor;
}

/** Opens the newest notification, which has every part. */
async function openNewest(page: Parameters<State["reach"]>[0]): Promise<void> {
  await page.goto("/portal/notifications");
  await page.locator("main tbody tr:not(.group) a").first().click();
}

async function createOrderNotification(): Promise<Actor> {
  const actor = await signedIn();
  await query("insert into notifications (user_id, type, payload) values ($1, 'orderShipped', $2)", [
    actor.user.id,
    payloads.orderShipped,
  ]);
  return actor;
}

async function openUnsubscribeLink(page: Parameters<State["reach"]>[0]): Promise<void> {
  const { user } = await signedIn();
  const body = { type: "newPluginVersion" as const, user_id: user.id, payload: { ...payloads.newPluginVersion } };
  (await (await signedInAdmin()).client.call(sendNotification, { body })).reply();
  const mail = await sandbox.waitForMail(user.email, "New version");
  await page.goto(/https?:\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? "");
}

export const notificationStates: State[] = [
  { name: "notifications, none", who: signedIn, reach: openPath("/portal/notifications") },
  { name: "notifications, many", who: createMany, reach: openPath("/portal/notifications") },
  { name: "notifications, nothing fits", who: createMany, reach: openPath("/portal/notifications?search=nowhere") },
  { name: "a notification", who: createOrderNotification, reach: openNewest },
  { name: "notification settings", who: signedIn, reach: openPath("/portal/notifications/settings") },
];

export const leavingStates: State[] = [
  { name: "link that unsubscribes", reach: openUnsubscribeLink },
  {
    name: "link that unsubscribes, done",
    reach: async (page) => {
      await openUnsubscribeLink(page);
      await page.getByRole("button", { name: /^Turn off (?!all)/ }).click();
    },
  },
];
