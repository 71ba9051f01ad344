// The sandbox's clock is moved, so that deadlines in columns pass without waiting.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApprovalRequest } from "../../worker/contract/v1/client/approval-requests.ts";
import { createApprovalRule } from "../../worker/contract/v1/client/approval-rules.ts";
import { createApprovalRequest } from "../../worker/contract/v1/store/approval-requests.ts";
import type { Role } from "../../db/enums.ts";
import { createClient } from "../support/client.ts";
import { startOwnApp } from "../support/app.ts";
import type { Actor } from "../support/actors.ts";
import { type Shop, openShop } from "../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const hour = 3600;
const advance = async (seconds: unknown) => shop.sandbox.post("/clock", { advance_seconds: seconds });

/**
 * Signs in again, because earlier sessions end as the clock moves. `public.now()` is the moved clock; open connections
 * still take `now()` from the machine.
 */
async function signInAgain({ user }: Actor) {
  const session = await shop.factories.createSession(user.id);
  await shop.query(
    "update sessions set expires_at = public.now() + interval '60 days', last_seen_at = public.now() where user_id = $1",
    [user.id],
  );
  return createClient({ session, url: app.worker.url });
}

test("a part of a job that fails keeps no later part from its work", async () => {
  const buyer = await shop.buyer();
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const rule = { name: "All", min_total: 0, approver_ids: [owner.user.id] };
  (await owner.client.call(createApprovalRule, { body: rule })).reply();
  const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
  (await buyer.client.call(createApprovalRequest, { body: { updated_at } })).reply();
  await shop.query("update approval_requests set remind_at = now() where org_id = $1", [buyer.org_id]);
  await shop.sandbox.addFault({ service: "database", kind: "status", value: 503, text: "invoice_actions", times: 20 });
  await expect(shop.sandbox.runJob("sweep-payments")).rejects.toThrow();
  await shop.sandbox.clearFaults();
  const reminders = await shop.query("select 1 from outbox where user_id = $1 and event like 'approval_reminded:%'", [
    owner.user.id,
  ]);
  expect(reminders).toHaveLength(1);
});

test("a request is reminded of, escalates and expires at its hours, as the clock is moved", async () => {
  const buyer = await shop.buyer();
  const colleague = (roles: Role[]) => shop.signedIn({ org_id: buyer.org_id, roles });
  const [approver, owner] = [await colleague(["buyer", "user"]), await colleague(["org", "user"])];
  const body = { name: "All", min_total: 0, approver_ids: [approver.user.id], escalate_after_hours: 48 };
  (await owner.client.call(createApprovalRule, { body })).reply();
  const createRequest = async (client: Actor["client"]) => {
    const { updated_at } = await shop.fillCart({ ...buyer, client }, [await shop.createProduct()]);
    return (await client.call(createApprovalRequest, { body: { updated_at } })).reply();
  };
  // A run of the job does nothing while another one still runs, so what it should send is polled for.
  const listMails = async () => {
    await shop.sandbox.runJob("sweep-payments");
    const rows = await shop.query<{ mail: string }>(
      "select split_part(event, ':', 1) || ' ' || u.email as mail from outbox o join users u on u.id = o.user_id where u.org_id = $1 and o.event like 'approval_%' order by o.created_at, o.id",
      [buyer.org_id],
    );
    return rows.map(({ mail }) => mail);
  };
  const { id } = await createRequest(buyer.client);
  const askedMails = [`approval_asked ${approver.user.email}`];
  expect(await listMails()).toEqual(askedMails);

  const answer: unknown = await (await advance(23 * hour)).json();
  expect(answer).toMatchObject({ success: true, ahead_seconds: 23 * hour });
  expect(await listMails()).toEqual(askedMails);
  await advance(hour);
  const remindedMails = [...askedMails, `approval_reminded ${approver.user.email}`];
  await expect.poll(listMails).toEqual(remindedMails);
  await advance(24 * hour);
  const escalationMails = [approver, owner].map(({ user }) => `approval_escalated ${user.email}`);
  await expect
    .poll(async () => (await listMails()).toSorted())
    .toEqual([...remindedMails, ...escalationMails].toSorted());

  // Deadlines of a request created after the clock moved count from the moved time.
  const second = await createRequest(await signInAgain(buyer));
  expect((await listMails()).filter((mail) => mail.startsWith("approval_asked"))).toEqual([
    ...askedMails,
    ...askedMails,
  ]);
  await advance(12 * 24 * hour);
  const client = await signInAgain(buyer);
  const fetchStatus = async (request: string) =>
    (await client.call(getApprovalRequest, { params: { id: request } })).reply().status;
  expect(await fetchStatus(id)).toBe("expired");
  expect(await fetchStatus(second.id)).toBe("pending");
  await expect.poll(listMails).toContain(`approval_expired ${buyer.user.email}`);
  const clockState: unknown = await (await fetch(`${app.sandbox.url}/clock`)).json();
  expect(clockState).toMatchObject({ ahead_seconds: 14 * 24 * hour });
});

test("the clock only goes forward, by whole seconds, and at most two years at once", async () => {
  for (const badSeconds of [-1, 0, 0.5, "3600", 100_000_000, undefined])
    expect((await advance(badSeconds)).status).toBe(400);
});
