import { brotliCompressSync } from "node:zlib";
import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, signIn, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";

test("keys reach the search, what is typed is suggested, an arrow and Enter open it, and it is remembered", async ({
  open,
}) => {
  const rows = await createOrganizationRows();
  const serial = unique("SER").toUpperCase();
  await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
    rows.org_id,
    rows.product_id,
    serial,
  ]);
  const searcher = await signedIn({ org_id: rows.org_id, roles: ["buyer", "user"] });
  const page = await open({ session: searcher.token });
  const requestUrls: string[] = [];
  page.on("request", (request) => requestUrls.push(request.url()));
  const suggestionScripts = () => requestUrls.filter((url) => /suggestions-[^/]*\.js$/.test(url));
  const field = page.getByRole("combobox", { name: "Search" });
  const options = page.getByRole("option");

  await page.goto("/portal/orders");
  await expect(page.getByRole("searchbox", { name: "Search", exact: true })).toBeVisible();
  expect(suggestionScripts()).toEqual([]);
  await page.keyboard.press("/");
  await page.keyboard.insertText(serial.slice(0, -1));
  await expect(page.getByRole("group", { name: "Devices" })).toBeVisible();
  await expect(options.first()).toContainText(serial);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(serial);
  await page.waitForLoadState();

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(page.getByRole("group", { name: "Recently opened" }).getByRole("option")).toHaveText([
    new RegExp(serial),
  ]);
  await field.fill("payment meth");
  await page.getByRole("group", { name: "Pages" }).getByRole("option").click();
  await expect(page).toHaveURL(/\/portal\/payment-methods$/);

  const [script = ""] = suggestionScripts();
  const [shared = ""] = requestUrls.filter((url) => /combobox-[^/]*\.js$/.test(url));
  const bytes = await Promise.all(
    [script, shared].map(async (url) => brotliCompressSync(await (await fetch(url)).text()).length),
  );
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(2_500);
});

test("what one user opened is not offered to the next one at the same browser", async ({ open }) => {
  const rows = await createOrganizationRows();
  const page = await open({ session: (await signedIn({ org_id: rows.org_id })).token });
  await page.goto("/portal");
  const field = page.getByRole("combobox", { name: "Search" });
  await page.keyboard.press("/");
  await field.fill("activity");
  await page.getByRole("option", { name: "Activity" }).click();
  await expect(page).toHaveURL(/\/portal\/activity$/);
  const { token } = await signedIn();
  await signIn(page.context(), token);
  await page.goto("/portal");
  await page.keyboard.press("/");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("listbox")).toBeHidden();
});

test("between phones and wide windows the search is a button, which needs no script", async ({ open }) => {
  const rows = await createOrganizationRows();
  const session = (await signedIn({ org_id: rows.org_id, roles: ["buyer", "user"] })).token;
  const page = await open({ session, viewport: { width: 800, height: 900 }, javaScriptEnabled: false });
  await page.goto("/portal");
  const header = page.getByRole("banner");
  for (const name of ["Home", "Products", "Orders", "Devices", "Downloads"])
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  const field = page.getByRole("searchbox", { name: "Search", exact: true });
  await expect(field).toBeHidden();
  await header.getByRole("button", { name: "Open the search" }).click();
  await field.fill("payment");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Payment methods" })).toBeVisible();

  await page.setViewportSize({ width: 640, height: 900 });
  for (const name of ["Products", "Orders", "Devices", "Downloads"])
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  await header.getByRole("button", { name: "Menu" }).click();
  await expect(page.locator("#person-menu").getByRole("link", { name: "Home", exact: true })).toBeVisible();

  const scriptPage = await open({ session, viewport: { width: 800, height: 900 } });
  await scriptPage.goto("/portal");
  await scriptPage.keyboard.press("/");
  await expect(scriptPage.getByRole("combobox", { name: "Search" })).toBeFocused();
  const phonePage = await open({ session, viewport: phoneViewport });
  await phonePage.goto("/portal");
  await expect(phonePage.getByRole("searchbox", { name: "Search", exact: true })).toBeVisible();
});
