import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { signedIn } from "../../support/actors.ts";
import { shop } from "../../support/store.ts";
import { link } from "../account/steps.ts";

const title = (page: Page) => page.locator("main .title");
const listRow = (page: Page) => page.locator("main tbody tr");
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

async function createPaidOrder() {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const [charge] = await shop.charges(buyer.customer);
  if (!charge) throw new Error("the order was not charged");
  return { ...buyer, charge, path: `/portal/orders/${buyer.bought.order_id}` };
}

test("refunds show at the order, each and in all, and in the list of orders", async ({ open }) => {
  const { token, charge, path } = await createPaidOrder();
  const page = await open({ session: token });
  await page.goto(path);
  // The timeline has one item for each payment and refund.
  const movements = page.locator(".timeline li").filter({ hasText: "$" });
  await expect(movements).toHaveCount(1);
  await expect(movements).toContainText(`Paid`);
  await expect(movements).toContainText(dollars(charge.amount));
  await expect(page.locator("main").getByRole("link", { name: /^Invoice \S+/ })).toHaveAttribute(
    "href",
    /^\/portal\/invoices\//,
  );

  await shop.control("/refunds", { charge: charge.id, amount: 500 });
  await shop.control("/refunds", { charge: charge.id, amount: 1200 });
  await shop.control("/refunds", { charge: charge.id, amount: 300, outcome: "failed" });
  await shop.settled();
  await page.reload();
  await expect(title(page)).toContainText("Partly refunded");
  await expect(movements).toHaveCount(4);
  for (const text of [/^Refunded: \$5\.00/, /^Refunded: \$12\.00/, /^Refund did not go through: \$3\.00/])
    await expect(movements.filter({ hasText: text })).toHaveCount(1);
  await expect(page.getByText("Refunded in total: $17.00")).toBeVisible();
  await page.goto("/portal/orders");
  await expect(listRow(page)).toContainText("Partly refunded");

  await shop.control("/refunds", { charge: charge.id });
  await shop.settled();
  await page.reload();
  await expect(listRow(page)).toContainText("Canceled");
  await page.goto(path);
  await expect(title(page)).toContainText("Canceled");
  await expect(page.getByText(`Refunded in total: ${dollars(charge.amount)}`)).toBeVisible();
});

test("a dispute shows at the order from its opening to its end, in plain words", async ({ open }) => {
  const { token, charge, path } = await createPaidOrder();
  const page = await open({ session: token });
  const notice = page.locator("main .notice");
  const stages = [
    ["created", `Your bank has opened a dispute about this payment of ${dollars(charge.amount)}.`, "Payment disputed"],
    ["funds_withdrawn", `Your bank disputes this payment and has withdrawn ${dollars(charge.amount)}`, "disputed"],
    ["funds_reinstated", `your bank returned ${dollars(charge.amount)} to us, and the payment stands.`, "Processing"],
  ] as const;
  for (const [stage, sentence, status] of stages) {
    await shop.control("/disputes", { charge: charge.id, stage });
    await shop.settled();
    await page.goto(path);
    await expect(notice).toContainText(sentence);
    await expect(title(page)).toContainText(status);
    await page.goto("/portal/orders");
    await expect(listRow(page)).toContainText(status);
  }
  await page.goto(path);
  // Newest first.
  await expect(page.locator(".timeline li").filter({ hasText: "$" })).toHaveText([
    /^Returned by your bank after the dispute/,
    /^Withdrawn by your bank because of a dispute/,
    /^Paid/,
  ]);
});

test("a refund and a dispute of a plan show at its invoice", async ({ open }) => {
  const { bought, ...buyer } = await shop.purchase([await shop.createPlan()]);
  const [charge] = await shop.charges(buyer.customer);
  const page = await open({ session: buyer.token });
  const path = `/portal/subscriptions/${bought.subscription_ids[0]}`;
  await shop.control("/refunds", { charge: charge?.id, amount: 700 });
  await shop.settled();
  await page.goto(path);
  await expect(listRow(page)).toContainText("Partly refunded");
  await expect(listRow(page)).toContainText("Refunded: $7.00");
  await shop.control("/disputes", { charge: charge?.id, stage: "created" });
  await shop.settled();
  await page.reload();
  await expect(listRow(page)).toContainText("Payment disputed");
  await expect(page.locator("main .notice")).toContainText("Your bank has opened a dispute");
});

test("a member who may not buy sees the order and the subscription, but no invoice, and nobody else's", async ({
  open,
}) => {
  const { bought, org_id } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  const [orderPath, planPath] = [
    `/portal/orders/${bought.order_id}`,
    `/portal/subscriptions/${bought.subscription_ids[0]}`,
  ];
  const member = await open({ session: (await signedIn({ org_id })).token });
  for (const path of [orderPath, planPath]) {
    expect((await member.goto(path))?.status()).toBe(200);
    await expect(member.locator("main").getByRole("link", { name: /^Invoice/ })).toHaveCount(0);
  }
  await expect(member.getByText("see its invoices.")).toBeVisible();
  await expect(link(member, "Payment methods")).toHaveCount(0);

  const stranger = await open({ session: (await shop.buyer()).token });
  expect((await stranger.goto(planPath))?.status()).toBe(404);
  expect((await stranger.goto(`${planPath}/payment-methods`))?.status()).toBe(404);
  expect((await stranger.goto("/portal/subscriptions/no-id"))?.status()).toBe(404);
  await stranger.goto("/portal/subscriptions");
  await expect(stranger.getByText("Your organization has no subscription yet.")).toBeVisible();
  const visitor = await open();
  await visitor.goto(planPath);
  await expect(visitor).toHaveURL(/\/sign-in\/crunchbox\?redirect_uri=/);
});
