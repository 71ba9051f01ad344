// Purchase on account on the screens of buyers, without script.
import { expect, test } from "vitest";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, fillOnAccount, priced } from "../../v1/store/account/account.ts";

const read = async (client: { fetch: (path: string) => Promise<Response> }, path: string) => {
  const response = await client.fetch(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
};

test("the checkout offers the account with what is available, to organizations with terms alone", async () => {
  const buyer = await accountBuyer({ payment_terms_days: 45, credit_limit: 750_00 });
  await shop.fillCart(buyer, [await priced(10_00)]);
  const text = await read(buyer.client, pages.checkout);
  expect(text).toContain("On account, due in 45 days");
  expect(text).toContain("$750.00 available");
  const other = await shop.buyer();
  await shop.fillCart(other, [await priced(10_00)]);
  expect(await read(other.client, pages.checkout)).not.toContain("On account");
});

test("a plan in the cart, or an order above the limit, says why it is not bought on account", async () => {
  const buyer = await accountBuyer({ credit_limit: 100_00 });
  await fillOnAccount(buyer, [await priced(150_00)]);
  expect(await read(buyer.client, pages.checkout)).toContain("$100.00 available");
  await shop.fillCart(buyer, [await shop.createPlan()]);
  expect(await read(buyer.client, pages.checkout)).toContain("Not for plans");
});

test("an order on account is told as such, with the day its invoice is due", async () => {
  const buyer = await accountBuyer();
  const { order_id, cart_no } = await buyOnAccount(buyer, [await shop.createProduct()]);
  const placed = await read(buyer.client, hrefOf(pages.checkoutState, { cart_no }));
  expect(placed).toContain("It is on account, and we start now.");
  expect(placed).not.toContain("has not arrived");
  const order = await read(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }));
  expect(order).toMatch(/This order is on account: its invoice of \$[\d.,]+ is due on \d+ \w+/);
  expect(order).toContain("Pay it now");
  expect(order).not.toContain("Nothing ships before");
  expect(await read(buyer.client, pages.invoices)).toMatch(/Due on \d+ \w+/);
});

test("the account of an organization without terms says so, and shows no sums", async () => {
  const text = await read((await shop.buyer()).client, pages.account);
  expect(text).toContain("Your organization does not buy on account.");
  expect(text).not.toContain("Not yet due");
});
