import type { Page } from "playwright";
import type { Actor } from "../../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import { createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { part } from "../store/steps.ts";

type Visit = { who: Actor; path: string };

async function openCart(): Promise<Visit> {
  const who = await shop.buyer();
  await shop.fillCart(who, [await shop.createProduct()]);
  return { who, path: "/store/checkout" };
}

async function buyPlan(): Promise<Visit> {
  const who = await shop.purchase([await shop.createPlan()]);
  return { who, path: `/portal/subscriptions/${who.bought.subscription_ids[0]}/payment-methods` };
}

async function openUnpaidInvoice(): Promise<Visit> {
  const who = await createUnpaidOrder();
  await shop.addMethod(who.customer, cards.good);
  return { who, path: `/portal/invoices/pay?id=${who.invoice_id}` };
}

const row = (page: Page) => page.locator("label.choice").filter({ hasText: "4242" });

async function rowBoxes(page: Page) {
  const boxes = await Promise.all(
    ["input", ".brand-mark", "b", "em"].map((each) => row(page).locator(each).first().boundingBox()),
  );
  const [whole, [choice, mark, name, note]] = [await row(page).boundingBox(), boxes];
  if (!whole || !choice || !mark || !name || !note) throw new Error("a part of the row is not shown");
  return { whole, choice, mark, name, note };
}
type Box = { x: number; width: number };
const rightEdge = ({ x, width }: Box): number => x + width;

const places = [
  ["the checkout", openCart],
  ["a plan’s methods", buyPlan],
  ["an invoice to pay", openUnpaidInvoice],
] as const;

for (const [name, prepare] of places)
  test(`a payment method of ${name} reads from the left: choice, mark, name; its expiry stands at the right`, async ({
    open,
  }) => {
    const { who, path } = await prepare();
    for (const viewport of [desktopViewport, { width: 800, height: 900 }, phoneViewport, { width: 320, height: 640 }]) {
      const page = await open({ session: who.token, viewport });
      await page.goto(path);
      await expect(row(page).locator("b")).toHaveText("Visa ···· 4242");
      await expect(row(page).getByRole("radio", { name: "Visa ending in 4242" })).toBeVisible();
      await expect(row(page).locator("em")).toHaveText(/^\d\d\/\d{4}$/);
      const { whole, choice, mark, name: words, note } = await rowBoxes(page);
      for (const [before, after] of [
        [choice, mark],
        [mark, words],
      ] as const) {
        expect(after.x - rightEdge(before)).toBeGreaterThan(0);
        expect(after.x - rightEdge(before)).toBeLessThanOrEqual(16);
      }
      expect(Math.round(rightEdge(whole) - rightEdge(note)), `the expiry at ${viewport.width} px`).toBe(17);
      await page.close();
    }
  });

test("an invoice is paid beside its sum in large figures; what it is for and what happened to it are told", async ({
  open,
}) => {
  const { who, path } = await openUnpaidInvoice();
  for (const viewport of [desktopViewport, phoneViewport]) {
    const page = await open({ session: who.token, viewport });
    await page.goto(path);
    const invoice = page.locator("main .movements li");
    await expect(invoice).toContainText("Payment declined");
    await expect(invoice).toContainText(/O\d{8} · \w/);
    const toPayRegion = page.getByRole("region", { name: "To pay" });
    const sum = (await invoice.locator("b").innerText()).trim();
    await expect(toPayRegion.locator(".figure")).toHaveText(sum);
    await expect(toPayRegion.locator(".figure")).toHaveCSS("font-size", "36px");
    await expect(toPayRegion.getByRole("button", { name: `Pay ${sum}`, exact: true })).toBeInViewport();
    await expect(part(page, "Payment method").getByLabel("Visa ending in 4242")).toBeChecked();
    await page.close();
  }
});

test("in the list of payment methods the mark of each stands left of its name, and tells a Visa card from a bank account", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  for (const number of [cards.good, cards.bank]) await shop.addMethod(buyer.customer, number);
  for (const viewport of [desktopViewport, phoneViewport, { width: 320, height: 640 }]) {
    const page = await open({ session: buyer.token, viewport });
    await page.goto("/portal/payment-methods");
    const rows = page.locator("main .methods > li");
    await expect(rows).toHaveCount(2);
    for (const [name, color] of [
      ["Visa ending in 4242", "rgb(20, 52, 203)"],
      ["STRIPE TEST BANK ending in 6789", "rgb(53, 65, 74)"],
    ] as const) {
      const method = rows.filter({ hasText: name });
      const mark = await method.locator(".brand-mark").boundingBox();
      const words = await method.getByText(name, { exact: true }).first().boundingBox();
      if (!mark || !words) throw new Error(`${name} has no mark at ${viewport.width} px`);
      expect(words.x - rightEdge(mark), name).toBeGreaterThan(0);
      expect(words.x - rightEdge(mark), name).toBeLessThanOrEqual(16);
      await expect(method.locator(".brand-mark path").first()).toHaveCSS("fill", color);
    }
    await page.close();
  }
});
