import { expect, test } from "vitest";
import {
  listNotifications,
  readNotification,
  readNotifications,
  unreadNotification,
  unreadNotifications,
} from "../../../worker/contract/v1/client/notifications.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";

type NotificationFields = { type?: string; payload?: object; day?: string; isRead?: boolean };

async function createNotifications(userId: string, told: NotificationFields[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { type = "welcome", payload = {}, day = "2026-11-20", isRead = false } of told) {
    const [row] = await query<{ id: string }>(
      `insert into notifications (user_id, type, payload, created_at, read_at)
       values ($1, $2, $3, $4::timestamptz, case when $5 then now() end) returning id`,
      [userId, type, payload, `${day}T10:00:00Z`, isRead],
    );
    ids.push(row?.id ?? "");
  }
  return ids;
}

const list = async (client: Client, filters: Record<string, string> = {}) =>
  (await client.call(listNotifications, { query: filters })).reply();
const listIds = async (client: Client, filters: Record<string, string> = {}) =>
  (await list(client, filters)).data.map(({ id }) => id);

const shipped = { order_number: "O00000917", tracking_number: "1Z99" };
const renewal = { product: { name: "Spectral analysis" }, days_left: 7, amount: 4900 };

test("one's own are listed, unread first and newest first, each with its title and markdown", async () => {
  const { client, user } = await signedIn();
  await createNotifications((await createUser({ org_id: user.org_id })).id, [{}]);
  const [first, second, third] = await createNotifications(user.id, [
    { day: "2026-11-18", type: "orderShipped", payload: shipped },
    { day: "2026-11-19", isRead: true },
    { day: "2026-11-20", type: "subscriptionRenewalReminder", payload: renewal },
  ]);
  const { data, meta } = await list(client);
  expect(meta).toMatchObject({ limit: 20, offset: 0, count: 3 });
  expect(data.map(({ id }) => id)).toEqual([third, first, second]);
  expect(data[1]).toEqual({
    id: first,
    user_id: user.id,
    read_at: null,
    created_at: "2026-11-18T10:00:00.000Z",
    type: "orderShipped",
    title: "Your order O00000917 was shipped",
    markdown: expect.stringContaining("- **Tracking number:** 1Z99"),
  });
  expect(data[0]?.markdown).toContain("$49.00");
  expect(data[0]?.markdown).not.toMatch(/Hello|undefined/);
  expect(await listIds(client, { sort: "created_at", limit: "2" })).toEqual([first, second]);
});

test("is_read, type, created_at and a search narrow the list", async () => {
  const { client, user } = await signedIn();
  const [oldId, readId, reminder] = await createNotifications(user.id, [
    { day: "2026-10-01", type: "orderShipped", payload: shipped },
    { day: "2026-11-05", isRead: true },
    { day: "2026-11-20", type: "subscriptionRenewalReminder", payload: renewal },
  ]);
  expect(await listIds(client, { is_read: "true" })).toEqual([readId]);
  expect(await listIds(client, { is_read: "false" })).toEqual([reminder, oldId]);
  expect(await listIds(client, { type: "orderShipped" })).toEqual([oldId]);
  expect(await listIds(client, { "created_at[gte]": "2026-11-05" })).toEqual([reminder, readId]);
  expect(await listIds(client, { "created_at[lte]": "2026-11-05" })).toEqual([oldId, readId]);
  expect(await listIds(client, { "created_at[gte]": "2026-11-01", "created_at[lte]": "2026-11-05T09:00:00Z" })).toEqual(
    [],
  );
  expect(await listIds(client, { created_at: '{"gte":"2026-11-06T00:00:00+02:00"}' })).toEqual([reminder]);
  expect(await listIds(client, { search: "o00000917" })).toEqual([oldId]);
  expect(await listIds(client, { search: "spectral" })).toEqual([reminder]);
  // titles of types are searched, too
  expect(await listIds(client, { search: "was shipped" })).toEqual([oldId]);
  expect(await listIds(client, { search: "nowhere" })).toEqual([]);
});

test.each<Record<string, string>>([
  { created_at: "{}" },
  { created_at: "2026-11-20" },
  { "created_at[lte]": "yesterday" },
  { "created_at[gte]": "2026-13-40" },
  { is_read: "maybe" },
  { type: "unknown" },
])("a filter that says nothing is refused: %j", async (filters) => {
  const { client } = await signedIn();
  expect((await client.call(listNotifications, { query: filters })).status).toBe(400);
});

test("one is marked as read and as unread again; done twice it succeeds and changes nothing", async () => {
  const { client, user } = await signedIn();
  const [id = ""] = await createNotifications(user.id, [{}]);
  const fetchReadAt = async () => (await list(client)).data[0]?.read_at;
  const call = async (spec: typeof readNotification | typeof unreadNotification) =>
    expect((await client.call(spec, { params: { notification_id: id } })).reply()).toEqual({ success: true });
  await call(readNotification);
  const first = await fetchReadAt();
  expect(first).toEqual(expect.any(String));
  await call(readNotification);
  expect(await fetchReadAt()).toBe(first);
  await call(unreadNotification);
  await call(unreadNotification);
  expect(await fetchReadAt()).toBeNull();
});

test("several, or all, are marked at once, and nobody else's", async () => {
  const { client, user } = await signedIn();
  const colleague = await signedIn({ org_id: user.org_id });
  const [colleagueId = ""] = await createNotifications(colleague.user.id, [{}]);
  const [one = "", two = "", three = ""] = await createNotifications(user.id, [{}, {}, {}]);
  const markRead = async (body?: { notification_ids: string[] }) =>
    (await client.call(readNotifications, body ? { body } : {})).reply();
  expect(await markRead({ notification_ids: [one, colleagueId] })).toMatchObject({ changed: 1 });
  expect(await listIds(client, { is_read: "true" })).toEqual([one]);
  expect(await markRead()).toMatchObject({ changed: 2 });
  expect(await markRead()).toMatchObject({ changed: 0 });
  const body = { notification_ids: [two, three, colleagueId] };
  expect((await client.call(unreadNotifications, { body })).reply()).toMatchObject({ changed: 2 });
  expect(await listIds(client, { is_read: "true" })).toEqual([one]);
  expect((await list(colleague.client)).data[0]?.read_at).toBeNull();
});

test("somebody else's is not there, and an id that is none is refused", async () => {
  const { user } = await signedIn();
  const [id = ""] = await createNotifications(user.id, [{}]);
  const colleague = await signedIn({ org_id: user.org_id });
  for (const spec of [readNotification, unreadNotification]) {
    const answer = await colleague.client.call(spec, { params: { notification_id: id } });
    expect(`${answer.status} ${answer.errcode}`).toBe("404 NOTIFICATION_NOT_FOUND");
    expect((await colleague.client.call(spec, { params: { notification_id: "x" } })).text).toContain("Invalid uuid.");
  }
});

test("what an administrator marks in a customer's place stands in the log with both", async () => {
  const { client, user, customer } = await impersonating();
  const [id = ""] = await createNotifications(customer.id, [{}]);
  (await client.call(readNotification, { params: { notification_id: id } })).reply();
  const auditRows = await query(
    "select actor_id, impersonator_id from audit_log where action = 'readNotification' and subject_id = $1",
    [customer.id],
  );
  expect(auditRows).toEqual([{ actor_id: customer.id, impersonator_id: user.id }]);
});

test("a row that another release wrote costs its words and not the list", async () => {
  const { client, user } = await signedIn();
  await createNotifications(user.id, [{ type: "orderShipped", payload: { old: true } }]);
  expect((await list(client)).data).toMatchObject([{ title: "Your order was shipped", markdown: "" }]);
});
