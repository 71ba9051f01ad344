import { afterAll, beforeAll, expect, test } from "vitest";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { startOwnApp } from "../../support/app.ts";
import type { ReceivedMail } from "../../support/sandbox.ts";
import { type Buyer, type Shop, openShop } from "../../support/store.ts";

// The provider's clock is shared state, so these tests advance it in their own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const findLinks = ({ html, text }: ReceivedMail): string[] => [
  // Support's mailto: link is not a page.
  ...[...html.matchAll(/href="((?!mailto:)[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
  ...(text.match(/https?:\/\/\S+/g) ?? []),
];

/** All mails to the buyer, once none are waiting. */
async function fetchMails({ user }: Buyer): Promise<ReceivedMail[]> {
  await shop.settled();
  await expect
    .poll(async () => {
      await shop.sandbox.runJob("deliver-outbox");
      return shop.query("select type from outbox where user_id = $1 and sent_at is null", [user.id]);
    })
    .toEqual([]);
  return shop.sandbox.mailsTo(user.email);
}

/**
 * Creates a buyer with a purchase and, within about a month, events that mail the buyer: a refund, a dispute and
 * declined renewals.
 */
async function createEventfulMonth(): Promise<Buyer> {
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
  const buyer = await createEventfulMonth();
  const mails = await fetchMails(buyer);
  const expectedSubjects = [
    "is confirmed",
    "Invoice for",
    "refund",
    "is disputed",
    "renews in",
    "failed",
    "was canceled",
  ];
  for (const subjectPart of expectedSubjects)
    expect(mails.filter(({ subject }) => subject.includes(subjectPart)).length, subjectPart).not.toBe(0);
  for (const mail of mails) {
    const links = findLinks(mail);
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
  const subjects = (await fetchMails(buyer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("renews"))).toEqual([]);
  expect(subjects.filter((subject) => subject.startsWith("Invoice for"))).toHaveLength(2);
});

test("the provider's page of a payment link leads back to the order", async () => {
  const buyer = await shop.buyer();
  const body = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
  const order = (await buyer.client.call(orderByLink, { body })).reply();
  const redirect = await shop.submit(order.stripe_bill_link ?? "", { choice: "4242424242424242" });
  const location = redirect.headers.get("location") ?? "";
  expect(location).toBe(`${app.worker.url}/portal/orders/${order.id}`);
  expect((await buyer.client.fetch(new URL(location).pathname)).status).toBe(200);
});
