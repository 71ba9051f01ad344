import { afterAll, beforeAll, expect, test } from "vitest";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { startOwnApp } from "../../support/app.ts";
import type { ReceivedMail } from "../../support/sandbox.ts";
import { type Buyer, type Shop, shopOf } from "../../support/store.ts";

// the provider's clock is shared, so this test advances it in a shop of its own
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
});
afterAll(() => app?.stop());

/** Every address that a mail leads to. */
const linksOf = ({ html, text }: ReceivedMail): string[] => [
  // an address of support is no page
  ...[...html.matchAll(/href="((?!mailto:)[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
  ...(text.match(/https?:\/\/\S+/g) ?? []),
];

/** All mails of a person, once no more are waiting. */
async function mailsOf({ user }: Buyer): Promise<ReceivedMail[]> {
  await shop.settled();
  await expect
    .poll(async () => {
      await shop.sandbox.runJob("deliver-outbox");
      return shop.query("select type from outbox where user_id = $1 and sent_at is null", [user.id]);
    })
    .toEqual([]);
  return shop.sandbox.mailsTo(user.email);
}

/** A month in which everything happens to a purchase that people are written to about. */
async function eventfulMonth(): Promise<Buyer> {
  const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  const charges = await shop.charges(buyer.customer);
  const [device] = charges.toSorted((one, other) => other.amount - one.amount);
  await shop.control("/refunds", { charge: device?.id, amount: 500 });
  await shop.settled();
  await shop.control("/disputes", { charge: device?.id, stage: "created" });
  await shop.advance(24);
  await shop.settled();
  await shop.sandbox.addFault({ service: "stripe", kind: "decline", times: 3 });
  await shop.advance(12);
  await shop.settled();
  await shop.sandbox.clearFaults();
  return buyer;
}

test("every link of every mail about a purchase opens a page of its reader", async () => {
  const buyer = await eventfulMonth();
  const mails = await mailsOf(buyer);
  const about = ["is confirmed", "Invoice for", "refund", "is disputed", "renews in", "failed", "was canceled"];
  for (const words of about) expect(mails.filter(({ subject }) => subject.includes(words)).length, words).not.toBe(0);
  for (const mail of mails) {
    const links = linksOf(mail);
    expect(links.length, `${mail.subject} leads somewhere`).toBeGreaterThan(0);
    for (const link of new Set(links)) {
      expect(new URL(link).origin, mail.subject).toBe(app.worker.url);
      const answer = await buyer.client.fetch(link.slice(app.worker.url.length));
      expect([mail.subject, link, answer.status]).toEqual([mail.subject, link, 200]);
    }
  }
});

test("whoever turned reminders off is not reminded of a renewal, and still hears what it cost", async () => {
  const buyer = await shop.purchase([await shop.createPlan()]);
  (await buyer.client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
  await shop.advance(33);
  const subjects = (await mailsOf(buyer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("renews"))).toEqual([]);
  expect(subjects.filter((subject) => subject.startsWith("Invoice for"))).toHaveLength(2);
});

test("the provider's page of a payment link leads back to the order", async () => {
  const buyer = await shop.buyer();
  const body = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
  const order = (await buyer.client.call(orderByLink, { body })).reply();
  const back = await shop.submit(order.stripe_bill_link ?? "", { choice: "4242424242424242" });
  const location = back.headers.get("location") ?? "";
  expect(location).toBe(`${app.worker.url}/portal/orders/${order.id}`);
  expect((await buyer.client.fetch(new URL(location).pathname)).status).toBe(200);
});
