import type { BodyOf } from "../../../../worker/contract/endpoint.ts";
import * as contract from "../../../../worker/contract/v1/admin/broadcasts.ts";
import type { sendNotification } from "../../../../worker/contract/v1/admin/notifications.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser } from "../../../support/factories.ts";

export type Body = BodyOf<typeof sendNotification>;

export function draftActions(admin: Client) {
  const draft = async (body: Body) => (await admin.call(contract.draftNotification, { body })).reply().id;
  const sendIt = (id: string) => admin.call(contract.sendDraft, { params: { id } });
  const read = async (id: string) => (await admin.call(contract.getBroadcast, { params: { id } })).reply();
  return { draft, sendIt, read };
}

export const announce = (subject: string, recipientFields: Partial<Body>, message = "See you."): Body => ({
  type: "announcement",
  payload: { subject, message },
  ...recipientFields,
});

/** Creates an organization with `count` users; the first two have turned off reminders and news. */
export async function createStaff(count: number) {
  const { id: org_id } = await createOrganization();
  const people = await Promise.all(Array.from({ length: count }, () => createUser({ org_id })));
  await query(`update users set notification_settings = '{"is_subscribed": false}' where id = any($1)`, [
    people.slice(0, 2).map(({ id }) => id),
  ]);
  return { org_id, people };
}
