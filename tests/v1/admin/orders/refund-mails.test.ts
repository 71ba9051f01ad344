import { expect, test } from "vitest";
import { refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { shop } from "../../../support/store.ts";
import { waitUntilSettled } from "../invoices/unpaid.ts";

test("each partial refund is one mail with its own sum", async () => {
  const [{ client }, product] = [await signedInAdmin(), await shop.createProduct()];
  const buyer = await shop.purchase([product]);
  const params = { order_id: buyer.bought.order_id ?? "" };
  const listMails = async () =>
    (await shop.sandbox.mailsTo(buyer.user.email)).filter(({ subject }) => subject.includes("Your refund"));
  for (const [at, amount] of [1_11, 2_22, 3_33].entries()) {
    (await client.call(refundOrder, { params, body: { amount } })).reply();
    await waitUntilSettled(buyer);
    await expect.poll(async () => (await listMails()).length).toBe(at + 1);
    expect((await listMails())[0]?.text).toContain(`$${(amount / 100).toFixed(2)}`);
  }
});
