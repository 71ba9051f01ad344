import type { Page } from "playwright";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { expect, openPage, test } from "../../support/browser.ts";
import { createClient } from "../../support/client.ts";
import { type Buyer, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { hold } from "../forms/hold.ts";
import { amount, payButton } from "../store/steps.ts";

const quantityField = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`, { exact: true });
const fetchCartProducts = async ({ client }: Buyer) => (await client.call(getCart)).reply().products;

test("a quantity is saved as it changes, and what the cart costs follows", async ({ open }) => {
  const [buyer, device, other] = [await shop.buyer(), await shop.createProduct(), await shop.createProduct()];
  await shop.fillCart(buyer, [device, other]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  await expect(button(page, `One less of ${device.name}`)).toBeDisabled();
  await button(page, `One more of ${device.name}`).click();
  await button(page, `One more of ${device.name}`).click();
  await expect(page.locator("#cart-subtotal")).toHaveText("$400.00");
  await expect(page.locator("#cart-items")).toHaveText("Subtotal, 4 items");
  await expect(page.locator("#cart-count")).toHaveText("4");
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 3, [other.id]: 1 });

  await quantityField(page, other.name).fill("12");
  await expect(page.locator("#cart-subtotal")).toHaveText("$1,500.00");
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 3, [other.id]: 12 });
  await quantityField(page, other.name).fill("0");
  await expect(page.getByRole("alert")).toHaveText("The quantity must be a whole number from 1 to 10,000.");
  await expect(quantityField(page, other.name), "nothing typed is lost").toHaveValue("0");
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 3, [other.id]: 12 });
});

test("a wrong quantity that is typed during a save ends unsaved, with what was saved before it", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  const { seen, release } = await hold(page, `/v1/store/cart/products/${device.id}`);
  await quantityField(page, device.name).fill("3");
  await expect.poll(() => seen.length).toBe(1);
  await quantityField(page, device.name).fill("30");
  await quantityField(page, device.name).fill("0");
  release();
  await expect(page.locator("#cart-subtotal")).toHaveText("$300.00");
  await expect(page.locator(".stepper")).toHaveAttribute("data-state", "unsaved");
  await expect(page.getByRole("alert")).toHaveText("The quantity must be a whole number from 1 to 10,000.");
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 3 });
  expect(seen).toHaveLength(1);
});

test("a quantity that is typed during a save is saved, too, if that save fails, and no problem is left", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  const url = `**/v1/store/cart/products/${device.id}`;
  const { promise: newerTyped, resolve: fail } = Promise.withResolvers<void>();
  await page.route(url, (route) => newerTyped.then(() => route.abort()), { times: 1 });
  const request = page.waitForRequest(url);
  await quantityField(page, device.name).fill("5");
  await request;
  await quantityField(page, device.name).fill("7");
  fail();
  await expect(page.locator("#cart-subtotal")).toHaveText("$700.00");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 7 });
});

test("what is typed is what is paid for, however fast somebody goes to checkout", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  await quantityField(page, device.name).fill("7");
  await button(page, "Checkout").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout");
  await expect(amount(page, "Subtotal")).toHaveText("$700.00");
  await expect(payButton(page)).toBeEnabled();
});

test("without script plain forms change quantities, remove, take back and keep what was typed", async ({ open }) => {
  const [buyer, device, other] = [await shop.buyer(), await shop.createProduct(), await shop.createProduct()];
  await shop.fillCart(buyer, [device, other]);
  const page = await open({ session: buyer.token, javaScriptEnabled: false });
  await page.goto("/store/cart");
  await button(page, `One more of ${device.name}`).click();
  await expect(quantityField(page, device.name)).toHaveValue("2");
  await quantityField(page, other.name).fill("5");
  await quantityField(page, other.name).press("Enter");
  await expect(page.locator("#cart-subtotal")).toHaveText("$700.00");

  await button(page, `Remove ${other.name}`).click();
  await expect(page.locator(".notice.success")).toContainText(`${other.name} was removed from your cart.`);
  await button(page, "Undo").click();
  await expect(quantityField(page, other.name)).toHaveValue("5");
  await quantityField(page, device.name).fill("3");
  await button(page, "Checkout").click();
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 3, [other.id]: 5 });
  await page.goto("/store/cart");
  await expect(link(page, "Continue shopping")).toHaveAttribute("href", "/store/products");
});

test("what is removed comes back by Undo in the quantity that was saved last", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  await quantityField(page, device.name).fill("5");
  await expect(page.locator("#cart-subtotal")).toHaveText("$500.00");
  await button(page, `Remove ${device.name}`).click();
  await button(page, "Undo").click();
  await expect(quantityField(page, device.name)).toHaveValue("5");
  expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 5 });
});

/** Signs the user out as another tab would. */
const revokeSessions = ({ user }: Buyer) =>
  shop.query("update sessions set revoked_at = now() where user_id = $1", [user.id]);

test.each([true, false])(
  "what is typed while nobody is signed in any more is there again after signing in, script: %s",
  async (javaScriptEnabled) => {
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    await shop.fillCart(buyer, [device]);
    const { page, close, complaints } = await openPage({ session: buyer.token, javaScriptEnabled });
    await page.goto("/store/cart");
    await revokeSessions(buyer);
    await quantityField(page, device.name).fill("6");
    if (javaScriptEnabled) await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
    else await quantityField(page, device.name).press("Enter");
    await expect(page).toHaveURL(/\/sign-in\/crunchbox\?/);
    const redirectUri = new URL(page.url()).searchParams.get("redirect_uri");
    expect(redirectUri).toBe(`/store/cart?products.${device.id}=6`);
    const newSession = await shop.factories.createSession(buyer.user.id);
    await page.context().addCookies([
      {
        name: "__Host-session",
        value: newSession,
        url: new URL("/", page.url()).href.replace("http:", "https:"),
        secure: true,
        httpOnly: true,
      },
    ]);
    await page.goto(redirectUri ?? "");
    await expect(quantityField(page, device.name)).toHaveValue("6");
    if (!javaScriptEnabled) await quantityField(page, device.name).press("Enter");
    const newClient = createClient({ session: newSession });
    await expect.poll(async () => (await newClient.call(getCart)).reply().products).toEqual({ [device.id]: 6 });
    expect(complaints).toEqual([]);
    await close();
  },
);
