import { expect, test } from "vitest";
import { noticeTypeNames } from "../../../../worker/contract/notification-types.ts";
import { draftNotification } from "../../../../worker/contract/v1/admin/console/broadcasts.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser } from "../../../support/factories.ts";

test("only what was looked at is sent: another's change in between is shown first, and a second click changes nothing", async () => {
  const { id: org_id } = await createOrganization();
  await createUser({ org_id });
  const [{ client }, other] = [await signedInAdmin(), await signedInAdmin()];
  const keep = async (subject: string, id?: string) => {
    const body = {
      type: "announcement",
      payload: { subject, message: "See you." },
      org_id,
      ...(id && { id }),
    } as const;
    return (await other.client.call(draftNotification, { body })).reply().id;
  };
  const id = await keep("Closed on Friday");
  const path = `/admin/notifications/${id}`;
  const look = async () => {
    const page = await (await client.fetch(path)).text();
    return { page, updated_at: /name="updated_at" value="([^"]+)"/.exec(page)?.[1] ?? "" };
  };
  const send = (updated_at: string) =>
    client.fetch(`${path}/send`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ updated_at }).toString(),
    });
  const sent = () =>
    query("select payload ->> 'subject' as subject from broadcasts where id = $1 and sent_at is not null", [id]);
  const read = await look();
  expect(read.updated_at).not.toBe("");
  await keep("Closed for good", id);
  expect((await send(read.updated_at)).status).toBe(303);
  expect(await sent()).toEqual([]);
  const now = await look();
  expect(now.page).toContain("Somebody changed it since you looked at it, so nothing was sent.");
  expect(now.page).toContain("Closed for good");
  for (let click = 0; click < 2; click += 1) {
    expect((await send(now.updated_at)).status).toBe(303);
    expect((await look()).page).toContain("It is on its way: 2 messages, all ways together.");
  }
  expect(await sent()).toEqual([{ subject: "Closed for good" }]);
  expect(await query("select 1 from notifications where event = 'broadcast:' || $1", [id])).toHaveLength(1);
});

// those that carry a link or code that opens an account (T21)
const secret = ["userSetup", "passwordReset", "emailChangeVerification"];

test("what carries a link that opens an account is written by nobody by hand; every other kind has its form", async () => {
  const { client } = await signedInAdmin();
  const post = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "id=x" };
  const statusOf = async (type: string, init?: Parameters<typeof client.fetch>[1]) =>
    (await client.fetch(`/admin/notifications/new/${type}`, init)).status;
  const html = await (await client.fetch("/admin/notifications/new/announcement")).text();
  for (const type of noticeTypeNames) {
    const isSecret = secret.includes(type);
    expect(html.includes(`href="/admin/notifications/new/${type}"`), type).toBe(!isSecret);
    if (isSecret) expect([await statusOf(type), await statusOf(type, post)], type).toEqual([404, 404]);
  }
  expect(await statusOf("orderShipped")).toBe(200);
});
