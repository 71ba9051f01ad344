// Serial numbers of an order: the first ones on screens, all of them on paper.
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

/** Creates an order of 30 devices, of which only the first still belongs to the organization. */
async function createOrderOfThirty() {
  const product = await shop.createProduct();
  const { bought, token, org_id } = await shop.purchase([product]);
  const serials = Array.from({ length: 30 }, () => unique("S").toUpperCase());
  await shop.query("update order_lines set quantity = 30, serial_number = $2 where order_id = $1", [
    bought.order_id,
    serials,
  ]);
  await shop.query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
    org_id,
    product.id,
    serials[0],
  ]);
  return { token, serials, path: `/portal/orders/${bought.order_id}` };
}

test("a serial number that leads nowhere stands in line with those that lead to devices, and all are printed", async ({
  open,
}) => {
  const { token, serials, path } = await createOrderOfThirty();
  const [ownSerial = "", removedSerial = ""] = serials;
  const page = await open({ session: token });
  for (const viewport of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    const chip = (serial: string) => page.locator(".serials li > *").filter({ hasText: serial });
    await expect(page.getByRole("link", { name: ownSerial, exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: removedSerial, exact: true })).toHaveCount(0);
    const [linked, plain] = await Promise.all([chip(ownSerial).boundingBox(), chip(removedSerial).boundingBox()]);
    expect(plain?.height).toBe(linked?.height);
    if (viewport === desktopViewport) expect(plain?.y).toBe(linked?.y);
    else expect(linked?.height, "as high as a finger needs").toBeGreaterThanOrEqual(44);
    await expect(page.getByText(serials[29] ?? "", { exact: true }).last()).toBeHidden();
  }
  await page.emulateMedia({ media: "print" });
  const printed = page.locator(".serials li").and(page.locator(":visible"));
  await expect(printed).toHaveText(serials);
  await expect(page.locator(".serials summary")).toBeHidden();
});
