import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { demoProducts } from "../../../sandbox/seed/products/index.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { everyNth, isNight } from "../../support/by-night.ts";
import { shop } from "../../support/store.ts";
import { payButton } from "./steps.ts";

// A long name without a place to break.
const longName = (letter: string, length = 40) => letter.repeat(length);
const zoomedViewport = { width: desktopViewport.width / 2, height: desktopViewport.height / 2 };
const sizes = [phoneViewport, zoomedViewport, { width: 800, height: 900 }, desktopViewport];

let session: string;
let orderPath: string;
let planPath: string;
beforeAll(async () => {
  const device = await shop.createProduct({ name: longName("W") });
  const plan = await shop.createPlan({ name: longName("M") });
  const { bought, ...buyer } = await shop.purchase([device, plan]);
  await shop.query("update users set first_name = $1, last_name = $2 where id = $3", [
    longName("W", 32),
    longName("M", 32),
    buyer.user.id,
  ]);
  await shop.query("update organizations set name = $1 || left(name, 12) where id = $2", [longName("M"), buyer.org_id]);
  await shop.fillCart(buyer, [device, await shop.createPlan()]);
  const [charge] = await shop.charges(buyer.customer);
  await shop.control("/refunds", { charge: charge?.id, amount: 500 });
  await shop.control("/disputes", { charge: charge?.id, stage: "funds_withdrawn" });
  await shop.settled();
  await shop.query(
    `insert into invoices (reference_id, reference_type, period_start, billing_reason, org_id, amount, payment_status, has_failed, stripe_invoice_url, next_attempt_at)
     values ($1, 'subscription', now(), 'subscription_cycle', $2, 5304, 'declined', true, 'https://invoices.example.test/1', now() + interval '3 days')`,
    [bought.subscription_ids[0], buyer.org_id],
  );
  await shop.query("update subscriptions set status = 'past_due' where id = $1", [bought.subscription_ids[0]]);
  session = buyer.token;
  orderPath = `/portal/orders/${bought.order_id}`;
  planPath = `/portal/subscriptions/${bought.subscription_ids[0]}`;
});

const product = `/store/products/${demoProducts.find(({ is_published }) => is_published)?.id}`;
const expectReady = (page: Page) => expect(payButton(page)).toBeEnabled();
type PageVisit = [name: string, path: () => string, until?: (page: Page) => Promise<unknown>];
const publicPages: PageVisit[] = [
  ["home", () => "/store"],
  ["list", () => "/store/products"],
  ["product", () => product],
];
const buyerPages: PageVisit[] = [
  ["cart", () => "/store/cart"],
  ["checkout", () => "/store/checkout", expectReady],
  ["list of orders", () => "/portal/orders"],
  ["order", () => orderPath],
  ["list of subscriptions", () => "/portal/subscriptions"],
  ["subscription", () => planPath],
];
const visits = [
  ...publicPages.map((look) => ["visitor", ...look] as const),
  ...[...publicPages, ...buyerPages].map((look) => ["buyer", ...look] as const),
];

const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const schemes: ("light" | "dark")[] = isNight ? ["light", "dark"] : ["light"];
describe.for(schemes)("in %s", (colorScheme) => {
  test.for(everyNth(visits, 2))(
    "a %s's %s has nothing that axe finds and fits every window, also at twice the size",
    async (look, { open }) => {
      const [who, , path, until] = look;
      const page = await open({ colorScheme, ...(who === "buyer" ? { session } : {}) });
      expect((await page.goto(path()))?.status()).toBe(200);
      await until?.(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await measureOverflow(page), `at ${size.width} px`).toBe(0);
        if (size === phoneViewport || size === desktopViewport)
          expect(await findViolations(page), `at ${size.width} px`).toEqual([]);
      }
    },
  );
});
