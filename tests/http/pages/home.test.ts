import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { cancelPayment } from "../../../worker/contract/v1/store/checkout.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { zoneHeaders } from "../../support/days.ts";
import { unique } from "../../support/factories.ts";
import { emptyShipment } from "../../support/shipping/empty-shipment.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { cards, shop } from "../../support/store.ts";
import { readWords } from "./words.ts";

const signInManager = () => signedIn({ roles: ["org", "buyer", "user"] });
type Term = { ends?: number; renews?: number; status?: string };

async function insertPlan(org_id: string, product_id: string, { ends, renews = 90, status = "active" }: Term) {
  const [row] = await query<{ id: string }>(
    `insert into subscriptions (org_id, product_id, status, amount, interval, start_at, cancel_at, current_period_end)
     values ($1, $2, $3, 4900, 'month', now() - interval '40 days', now() + $4 * interval '1 hour', now() + $5 * interval '1 hour')
     returning id`,
    [org_id, product_id, status, ends === undefined ? null : ends * 24 - 1, renews * 24 - 1],
  );
  return row?.id ?? "";
}

test("the first page greets by name where it is morning, noon or evening for the reader", async () => {
  const { client, user } = await signInManager();
  const greet = async (timezone: string) => {
    const headers = zoneHeaders(timezone);
    return /Good \w+, \w+/.exec(await readWords(client, "/portal", { headers }))?.[0];
  };
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat("en-US", { hour: "2-digit", hourCycle: "h23", timeZone }).format());
  for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) {
    const hour = hourIn(zone);
    const word = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
    expect(await greet(zone), zone).toBe(`Good ${word}, ${user.first_name}`);
  }
});

test("an organization that has nothing sees what to do first, as far as a role lets it", async () => {
  const homeText = await readWords((await signInManager()).client, "/portal");
  expect(homeText).toContain("Nothing needs your attention.");
  for (const step of ["First steps", "Add a device", "Invite colleagues", "See the products"])
    expect(homeText).toContain(step);
  const userText = await readWords((await signedIn()).client, "/portal");
  expect(userText).not.toMatch(/Add a device|Invite colleagues/);
  expect(userText).toMatch(/Nobody at .* can add devices and order yet\. Ask CGX for the role/);
});

test("plans that end and are overdue need somebody; those that are far off and those of others do not", async () => {
  const [{ client, user }, other] = [await signInManager(), await signInManager()];
  const plans = await Promise.all(Array.from({ length: 5 }, () => shop.createPlan({ name: unique("Plan") })));
  const [endingId, farId, endedId, foreignId, unpaidId] = plans.map(({ id }) => id);
  const names = plans.map(({ name }) => name);
  await insertPlan(user.org_id, endingId ?? "", { ends: 9 });
  await insertPlan(user.org_id, farId ?? "", { renews: 20 });
  await insertPlan(user.org_id, endedId ?? "", { ends: -2, status: "canceled" });
  await insertPlan(other.user.org_id, foreignId ?? "", { ends: 3 });
  await insertPlan(user.org_id, unpaidId ?? "", { status: "unpaid" });
  const homeText = await readWords(client, "/portal");
  expect(homeText).toContain("A subscription is unpaid 1 See it");
  expect(homeText).toContain(`${names[0]} ends in 9 days See it`);
  for (const name of names.slice(1)) expect(homeText).not.toContain(name);
});

test("a plan tells what it charges within a week, with tax: a renewal, a trial's first payment, another term's price", async () => {
  const plan = await shop.createPlan();
  const buyer = await shop.purchase([plan]);
  await shop.settled();
  const [boughtPlan] = await query<{ id: string; sum: number }>(
    "select id, (amount + tax)::int as sum from subscriptions where org_id = $1",
    [buyer.org_id],
  );
  const sum = `$${((boughtPlan?.sum ?? 0) / 100).toFixed(2)}`;
  expect(sum).not.toBe("$49.00");
  const readHome = () => readWords(buyer.client, "/portal");
  expect(await readHome()).not.toContain(plan.name);
  await query("update subscriptions set current_period_end = now() + interval '143 hours' where id = $1", [
    boughtPlan?.id,
  ]);
  expect(await readHome()).toContain(`${plan.name} renews for ${sum} in 6 days See it`);
  await query("update subscriptions set status = 'trialing' where id = $1", [boughtPlan?.id]);
  expect(await readHome()).toContain(`${plan.name}: first payment of ${sum} in 6 days See it`);
  await query("update subscriptions set status = 'active' where id = $1", [boughtPlan?.id]);
  await query(
    `insert into plan_switches
       (subscription_id, org_id, product_id, actor_id, interval, amount, tax, credit, due, prorated_at, status, begins_at)
     values ($1, $2, $3, $4, 'year', 48000, 3960, 0, 0, now(), 'scheduled', now() + interval '143 hours')`,
    [boughtPlan?.id, buyer.org_id, (await shop.createPlan()).id, buyer.user.id],
  );
  expect(await readHome()).toContain(`${plan.name} becomes yearly for $519.60 in 6 days See it`);
  await query("update plan_switches set status = 'withdrawn' where subscription_id = $1", [boughtPlan?.id]);
});

test("several plans that end are one card", async () => {
  const { client, user } = await signInManager();
  for (const ends of [4, 8]) await insertPlan(user.org_id, (await shop.createPlan()).id, { ends });
  expect(await readWords(client, "/portal")).toContain("Subscriptions end within 30 days 2 See them");
});

test("unpaid invoices are summed for those who may pay them, and for nobody else", async () => {
  const [{ client, user }, other] = [await signInManager(), await signInManager()];
  const [order] = await query<{ id: string }>(
    `insert into orders (org_id, user_id, total, status, shipping_data) values ($1, $2, 100, 'canceled', $3) returning id`,
    [user.org_id, user.id, emptyShipment],
  );
  const insertInvoice = (
    org_id: string,
    status: string,
    amount: number,
    reference: string | undefined = randomUUID(),
  ) =>
    query(
      `insert into invoices (org_id, reference_id, reference_type, amount, payment_status, period_start)
       values ($1, $2, 'order', $3, $4, now() + random() * interval '1 day')`,
      [org_id, reference, amount, status],
    );
  await insertInvoice(user.org_id, "pending", 1_000_000);
  await insertInvoice(user.org_id, "declined", 249_000);
  await insertInvoice(user.org_id, "paid", 77_700);
  await insertInvoice(user.org_id, "pending", 77_700, order?.id);
  await insertInvoice(other.user.org_id, "pending", 77_700);
  const pageText = await readWords(client, "/portal");
  expect(pageText).toContain("1 payment declined $2,490.00 Pay");
  expect(pageText).toContain("1 invoice unpaid $10,000.00 Pay");
  const member = await signedIn({ org_id: user.org_id });
  expect(await readWords(member.client, "/portal")).not.toMatch(/unpaid|12,490/);
});

test("a new build for the devices is told until somebody has downloaded it, and stays among the news", async () => {
  const [{ client, user }, product] = [await signInManager(), await shop.createProduct()];
  const serials = [unique("A"), unique("B")];
  await query("insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[])", [
    user.org_id,
    product.id,
    serials,
  ]);
  const [firmware, foreign] = [
    await createSoftware({ kind: "software", fits: [product.id] }),
    await createSoftware({ kind: "software", fits: [(await shop.createProduct()).id] }),
  ];
  await createVersion(firmware, { version: "1.4.0", published: 200 });
  const newVersion = await createVersion(firmware, { version: "1.5.0", published: 3 });
  await createVersion(foreign, { version: "7.0.0", published: 3 });
  const textBefore = await readWords(client, "/portal");
  expect(textBefore).toContain(`${firmware.title} 1.5.0 is out for 2 devices See it`);
  expect(textBefore).not.toContain(foreign.title);
  expect(textBefore).toContain(`Devices 2 All devices ${product.name} 2`);
  await query(
    "insert into downloads (id, org_id, user_id, software_id, version_id) values (gen_random_uuid(), $1, $2, $3, $4)",
    [user.org_id, user.id, firmware.id, newVersion.id],
  );
  const textAfter = await readWords(client, "/portal");
  expect(textAfter).not.toContain("is out");
  expect(textAfter).toMatch(
    new RegExp(`New software for your devices All downloads ${firmware.title} 1.5.0 .*, for 2 devices`),
  );
});

test("a patch of an older line is no news for the devices", async () => {
  const [{ client, user }, product] = [await signInManager(), await shop.createProduct()];
  await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
    user.org_id,
    product.id,
    unique("A"),
  ]);
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "2.0.0", published: 20 });
  await createVersion(firmware, { version: "1.9.1", published: 1 });
  const pageText = await readWords(client, "/portal");
  expect(pageText).toContain(`${firmware.title} 2.0.0 is out`);
  expect(pageText).not.toContain("1.9.1");
});

test("unread notifications are counted for the person alone", async () => {
  const { client, user } = await signInManager();
  const colleague = await signedIn({ org_id: user.org_id });
  for (const { id } of [user, user, colleague.user])
    await query(
      `insert into notifications (user_id, type, payload, read_at)
       values ($1, 'welcome', '{}', null), ($1, 'welcome', '{}', now())`,
      [id],
    );
  expect(await readWords(client, "/portal")).toContain("Unread notifications 2 Read");
  expect(await readWords(colleague.client, "/portal")).toContain("Unread notification 1 Read");
});

test("a payment that waits for its buyer's bank is to confirm, not unpaid, and leads to what it pays", async () => {
  const buyer = await shop.buyer({ roles: ["org", "buyer", "user"] });
  await shop.fillCart(buyer, [await shop.createProduct()], cards.asks);
  (await shop.checkout(buyer)).reply();
  const [order] = await query<{ id: string; total: string }>("select id, total from orders where org_id = $1", [
    buyer.org_id,
  ]);
  const sum = (Number(order?.total) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  const pageText = await readWords(buyer.client, "/portal");
  expect(pageText).toContain(`1 payment to confirm $${sum} Confirm`);
  expect(pageText).not.toContain("unpaid");
  const html = await (await buyer.client.fetch("/portal")).text();
  expect(html).toContain(`<a href="/portal/orders/${order?.id}">Confirm</a>`);
  await query("update invoices set needs_action_at = now() where org_id = $1", [buyer.org_id]);
  expect(await readWords(buyer.client, "/portal")).toContain(`1 payment to confirm $${sum} Confirm`);
  // `shop.settled()` of any test would wait for the undecided payment
  (await buyer.client.call(cancelPayment)).reply();
  await shop.settled();
  expect(await readWords(buyer.client, "/portal")).not.toContain("to confirm");
});

test("a debit under way is neither unpaid nor to be paid", async () => {
  const { client, user } = await signInManager();
  await query(
    `insert into invoices (org_id, reference_id, reference_type, amount, payment_status, is_processing, period_start)
     values ($1, gen_random_uuid(), 'order', 188123, 'pending', true, now())`,
    [user.org_id],
  );
  const pageText = await readWords(client, "/portal");
  expect(pageText).toMatch(/On its way from your bank, usually by \d+ \w+ \d{4} \$1,881\.23 See it/);
  expect(pageText).not.toMatch(/unpaid|Pay\b/);
});
