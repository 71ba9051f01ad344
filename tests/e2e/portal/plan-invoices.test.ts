import { updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";

const reference = { po_number: "4500099887", note: "Please name the cost centre 4711 of the laboratory in Austin." };

async function createRefundedBuyer() {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createPlan()]);
  (await buyer.client.call(updateCart, { body: reference })).reply();
  const bought = (await shop.checkout(buyer)).reply();
  await shop.settled();
  await shop.query(
    `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
     select id, org_id, 're_' || id, 'refund', 100 from invoices where org_id = $1`,
    [buyer.org_id],
  );
  return { ...buyer, path: `/portal/subscriptions/${bought.subscription_ids[0]}` };
}

test("an invoice of a plan reads in order: what for and how much, everything about it below, then date and state", async ({
  open,
}) => {
  const { token, path } = await createRefundedBuyer();
  const page = await open({ session: token, viewport: phoneViewport });
  await page.goto(path);
  const row = page.locator("main .table tbody tr");
  const textBox = async (text: string | RegExp) => {
    const box = await row.getByText(text).last().boundingBox();
    if (!box) throw new Error(`${String(text)} is not shown`);
    return box;
  };
  await expect(row).toHaveCount(1);
  const name = await row.locator(".name").boundingBox();
  const amount = await row.locator(".number").boundingBox();
  if (!name || !amount) throw new Error("the row has no first line");
  expect(amount.y).toBe(name.y);
  expect(amount.height, "the amount is one line").toBeLessThan(30);
  const detailBoxes = [
    await textBox(/^\d+ \w+ \d{4} to/),
    await textBox(/^Refunded: \$1\.00/),
    await textBox(`PO number ${reference.po_number}`),
    await textBox(`Note: ${reference.note}`),
  ];
  expect(detailBoxes.map(({ x }) => x)).toEqual(detailBoxes.map(() => name.x));
  expect(detailBoxes.map(({ y }) => y)).toEqual(detailBoxes.map(({ y }) => y).toSorted((one, other) => one - other));
  const [date, state] = [
    await row.locator(".at-note").boundingBox(),
    await row.locator(".at-state").first().boundingBox(),
  ];
  expect(date?.y).toBeGreaterThanOrEqual(name.y + name.height);
  expect(date?.x).toBe(name.x);
  expect(Math.abs((date?.y ?? 0) - (state?.y ?? 0))).toBeLessThan(8);
});
