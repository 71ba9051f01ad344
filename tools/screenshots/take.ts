/**
 * node tools/screenshots/take.ts [folder] [base address] (Node 24 or newer) takes every screen of a running shop with
 * demo data, and prints screens wider than their window.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";
import { findChromium } from "../../sandbox/run/chromium.ts";

const [folder = "test-results/screens", base = "http://localhost:8787"] = process.argv.slice(2);
const windows = [
  { width: 1440, height: 900 },
  { width: 800, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const unknown = "00000000-0000-4000-8000-000000000000";
const password = "Demo-1234!";

const open = (path: string) => (page: Page) => page.goto(base + path);
const enter = (path: string) => async (page: Page) => {
  await page.goto(base + path);
  await page.locator("form input").first().focus();
  await page.keyboard.press("Enter");
};

type Step = (page: Page) => Promise<unknown>;
const visitorScreens: Record<string, Step> = {
  "sign-in": open("/sign-in/crunchbox?is_payment_redirect=true"),
  "sign-in-errors": enter("/sign-in/crunchbox"),
  "sign-in-refused": async (page) => {
    await signIn(page, "user@acme.test", "Wrong-1234!");
    await page.getByText("Invalid username or password").waitFor();
  },
  "request-account": open("/request-account"),
  "request-account-errors": enter("/request-account"),
  "recover-password": open("/recover-password"),
  "recover-password-expired": open("/recover-password?expired=true"),
  "license-agreement": open("/license-agreement"),
  status: open("/status"),
  "not-found": open("/nowhere"),
  "verify-email-expired": open(`/verify-email/${unknown}/ABC123`),
};
/** Opens the nth link in the first column of a list. */
const follow = (path: string, nth: number) => async (page: Page) => {
  await page.goto(base + path);
  await page.locator("main tbody a").nth(nth).click();
  await page.waitForLoadState();
};
/** Demo data has orders and subscriptions in every status. */
const buyerScreens: Record<string, Step> = {
  "store-list": open("/store/products"),
  "store-product": open("/store/products/01900000-0000-7000-8000-000000000101"),
  "store-cart": open("/store/cart"),
  "store-checkout": async (page) => {
    await page.goto(`${base}/store/checkout`);
    await page.waitForLoadState("networkidle");
  },
  "store-orders": open("/portal/orders"),
  "store-orders-none": open("/portal/orders?search=nothing"),
  ...Object.fromEntries([0, 1, 3, 5, 6].map((nth) => [`store-order-${nth}`, follow("/portal/orders", nth)])),
  "store-subscriptions": open("/portal/subscriptions"),
  ...Object.fromEntries([0, 1, 2].map((nth) => [`store-subscription-${nth}`, follow("/portal/subscriptions", nth)])),
};
const signedInScreens: Record<string, Step> = {
  store: open("/store"),
  portal: open("/portal"),
  profile: open("/portal/profile"),
  admin: open("/admin"),
  flowpoint: open("/flowpoint"),
};

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(`${base}/sign-in/crunchbox`);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "SIGN IN" }).click();
}

async function verificationUrl(page: Page, email: string, scope: string): Promise<string> {
  return page.evaluate(
    async ({ address, wanted }) => {
      const found = await (await fetch(`/v1/admin/users?search=${encodeURIComponent(address)}`)).json();
      const answer = await fetch(`/v1/admin/users/${found.data[0].id}/verification-url`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ scope: wanted }),
      });
      return (await answer.json()).url;
    },
    { address: email, wanted: scope },
  );
}

/** The buyer has a device and a plan in the cart. */
async function signInAsBuyer() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, "owner@acme.test", password);
  await page.waitForURL("**/store");
  for (const number of [101, 119]) {
    await page.goto(`${base}/store/products/01900000-0000-7000-8000-000000000${number}`);
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("status").locator(".notice").waitFor();
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(context: BrowserContext, screens: Record<string, Step>, suffix: string): Promise<void> {
  const page = await context.newPage();
  for (const [name, step] of Object.entries(screens)) {
    await step(page);
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`), animations: "disabled" });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) console.log(`${name}-${suffix} is ${excess} px too wide`);
  }
  await page.close();
}

mkdirSync(folder, { recursive: true });
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const browser = await chromium.launch({ executablePath: await findChromium(), args });
const buyerState = signInAsBuyer();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  await signIn(page, "admin@cgx.test", password);
  await page.waitForURL("**/store");
  const links: Record<string, Step> = {};
  for (const [name, email, scope] of [
    ["verify", "user@acme.test", "verify:email-password-reset"],
    ["set-up", "new@acme.test", "verify:user-setup"],
  ] as const) {
    const url = await verificationUrl(page, email, scope);
    links[name] = (shown) => shown.goto(url);
  }
  for (const window of windows) {
    const suffix = `${window.width}-${colorScheme}`;
    const visitor = await browser.newContext({ colorScheme, viewport: window });
    if (colorScheme === "light") await take(visitor, { ...visitorScreens, ...links }, suffix);
    await visitor.close();
    await page.setViewportSize(window);
    const signedIn = await browser.newContext({
      colorScheme,
      viewport: window,
      storageState: await context.storageState(),
    });
    await take(signedIn, signedInScreens, suffix);
    await signedIn.close();
    const buyer = await browser.newContext({ colorScheme, viewport: window, storageState: await buyerState });
    await take(buyer, buyerScreens, suffix);
    await buyer.close();
  }
  await context.close();
}
await browser.close();
