// Two jobs of customers, each on a desktop and on a phone: find an invoice by its amount and print it; pay, and
// follow the package.
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import { createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { link } from "../account/steps.ts";
import { countClicks } from "./jobs.ts";

const viewports = [
  ["a desk", desktopViewport],
  ["a phone", phoneViewport],
] as const;

test.for(viewports)(
  "at %s an invoice is found by its amount and opened as PDF in at most two clicks",
  async ([, viewport], { open }) => {
    const { token, bought, ...buyer } = await shop.purchase([await shop.createProduct()]);
    for (let more = 0; more < 2; more += 1) {
      await shop.fillCart({ token, ...buyer }, [await shop.createProduct()]);
      (await shop.checkout({ token, ...buyer })).reply();
    }
    await shop.settled();
    await shop.query("update invoices set amount = 469790, po_number = '4500099887' where reference_id = $1", [
      bought.order_id,
    ]);
    const page = await open({ session: token, viewport });
    await page.goto("/portal/invoices");
    const readClickCount = await countClicks(page);
    await page.getByLabel("Number, amount, date, PO or product").fill("$4,697.90");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row")).toHaveCount(2);
    const row = page.getByRole("row").last();
    const pdfLink = row.getByRole("link", { name: /^Download .* as PDF$/ });
    const box = await pdfLink.boundingBox();
    if (viewport.width < 640) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const [answer] = await Promise.all([page.waitForResponse(/\/pdf$/), pdfLink.click()]);
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect(await readClickCount()).toBeLessThanOrEqual(2);
  },
);

test("on a phone the row of an unpaid invoice has Pay, as high as a finger and within the window", async ({ open }) => {
  const debtor = await createUnpaidOrder();
  await shop.addMethod(debtor.customer, cards.good);
  const page = await open({ session: debtor.token, viewport: phoneViewport });
  await page.goto("/portal/invoices");
  const row = page.getByRole("row").filter({ hasText: "Payment declined" });
  const payLink = row.getByRole("link", { name: /^Pay / });
  await payLink.scrollIntoViewIfNeeded();
  const box = await payLink.boundingBox();
  if (!box) throw new Error("the row has no Pay");
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(phoneViewport.width);
  await payLink.click();
  await expect(page.getByLabel(/4242/)).toBeChecked();
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeVisible();
});

test.for(viewports)(
  "at %s a declined payment is paid from the home page, and the parcel of an order is a tap away",
  async ([, viewport], { open }) => {
    const debtor = await createUnpaidOrder();
    await shop.addMethod(debtor.customer, cards.good);
    const page = await open({ session: debtor.token, viewport });
    await page.goto("/portal");
    const readClickCount = await countClicks(page);
    await page.getByRole("region", { name: "Needs you" }).getByRole("link", { name: "Pay" }).click();
    await expect(page.getByLabel(/4242/)).toBeChecked();
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(page.getByText("Paid.", { exact: true })).toBeVisible();
    await shop.query(
      `update orders set status = 'shipped', shipping_data = jsonb_set(shipping_data, '{packages}', $2) where id = $1`,
      [
        debtor.order_id,
        JSON.stringify([
          {
            tracking_id: "1Z70310",
            tracking_link: "https://ups.example.test/1Z70310",
            freight_carrier: "UPS",
            freight_service: null,
          },
        ]),
      ],
    );
    await page
      .getByRole("link", { name: /^O\d{8}$/ })
      .first()
      .click();
    await expect(link(page, "Track package")).toBeInViewport();
    await expect(link(page, "Track package")).toHaveAttribute("href", "https://ups.example.test/1Z70310");
    expect(await readClickCount()).toBeLessThanOrEqual(3);
  },
);
