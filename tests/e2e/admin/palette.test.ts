import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright";
import { weigh } from "../../../tools/bench/weight.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createProduct, unique } from "../../support/factories.ts";

const paletteDialog = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const searchField = (page: Page) => page.getByRole("combobox", { name: "Find a page, an action or a record" });
const commandsButton = (page: Page) => page.getByRole("button", { name: "Commands" });

test("pages, actions and records are chosen by keyboard alone; Escape gives the focus back", async ({ open }) => {
  const name = unique("Palette");
  await query("insert into organizations (name) values ($1)", [name]);
  const page = await open({ session: (await signedInAdmin()).token });
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/admin/organizations");
  const focusedField = page.getByLabel("Name, notes or billing email");
  await focusedField.focus();
  await page.keyboard.press("Control+k");
  await expect(searchField(page)).toBeFocused();
  await expect(page.getByRole("option", { name: "Write to customers" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(paletteDialog(page)).toBeHidden();
  await expect(focusedField).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("create");
  const selected = page.getByRole("option", { selected: true });
  await expect(selected).toHaveText("Create an organization");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveText("Create a product");
  await expect(searchField(page)).toHaveAttribute("aria-activedescendant", (await selected.getAttribute("id")) ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("New organization");

  await commandsButton(page).click();
  await searchField(page).fill("subscr");
  await expect(page.getByRole("group", { name: "Pages" }).getByRole("option")).toHaveText(["Subscriptions"]);
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("option")).toHaveText([
    "Grant a subscription",
    "End a subscriptionSubscriptions",
  ]);
  await searchField(page).fill(name);
  await page.getByRole("group", { name: "Organizations" }).getByRole("option", { name }).click();
  await expect(heading).toHaveText(name);

  await commandsButton(page).click();
  await searchField(page).fill(name.slice(2, -2));
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(`“${name.slice(2, -2)}”`);
});

test("the palette offers what the viewer may do, and no more", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin("warehouse")).token });
  await page.goto("/admin");
  await commandsButton(page).click();
  await expect(page.getByRole("group", { name: "Pages" }).getByRole("option")).toHaveText([
    "Overview",
    "Products",
    "Orders",
    "AssignmentsOverview",
  ]);
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("option")).toHaveText([
    "Ship orders togetherOrders to ship",
    "Make labels for ordersOrders to ship",
    "Print a pick listOrders to ship",
    "Record a packageOrders to ship",
    "Mark orders as receivedOrders under way",
    "Cancel lines of an orderOrders to ship",
  ]);
});

test("the palette has the verbs of the page: those that ask open, others get the focus", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  const { id } = await createProduct();
  await page.goto(`/admin/products/${id}`);
  const pageOptions = page.getByRole("group", { name: "On this page" }).getByRole("option");
  await commandsButton(page).click();
  await expect(pageOptions.first()).toHaveAttribute("aria-selected", "true");
  await searchField(page).fill("archive");
  await expect(pageOptions).toHaveText(["Archive it"]);
  await page.keyboard.press("Enter");
  await expect(paletteDialog(page)).toBeHidden();
  await expect(page.getByRole("dialog", { name: /Archive/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await commandsButton(page).click();
  await searchField(page).fill("see it");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "See it" })).toBeFocused();
});

test("its script is loaded when it is opened, and with the console's own scripts and styles weighs at most 60 kB", async ({
  open,
}) => {
  const session = (await signedInAdmin()).token;
  const page = await open({ session });
  const requestUrls: string[] = [];
  page.on("request", (request) => requestUrls.push(request.url()));
  await page.goto("/admin");
  await expect(commandsButton(page)).toBeVisible();
  const isPalette = (url: string) => /palette-[^/]*\.js$/.test(url);
  expect(requestUrls.filter(isPalette)).toEqual([]);
  await commandsButton(page).click();
  await expect(paletteDialog(page)).toBeVisible();
  const [script = ""] = requestUrls.filter(isPalette);
  const { script_brotli, stylesheets } = await weigh(`${workerUrl}/admin`, { cookie: `__Host-session=${session}` });
  const paletteBytes = brotliCompressSync(await (await fetch(script)).text()).length;
  const styleBytes = stylesheets.reduce((sum, { gzip }) => sum + gzip, 0);
  expect(paletteBytes).toBeGreaterThan(0);
  expect(script_brotli + paletteBytes + styleBytes).toBeLessThanOrEqual(60_000);
});
