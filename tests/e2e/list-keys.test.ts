import { brotliCompressSync } from "node:zlib";
import { signedInAdmin } from "../support/actors.ts";
import { workerUrl } from "../support/app.ts";
import { expect, test } from "../support/browser.ts";
import { query } from "../support/database.ts";
import { createOrganization, unique } from "../support/factories.ts";

const boxName = (name: string) => ({ name: `Select ${name}` });

test("rows are gone through, selected and opened by keys, and no field loses a letter to them", async ({ open }) => {
  const page = await open();
  await page.goto("/design/list");
  const first = page.getByRole("checkbox", boxName("CGX-100-71000"));
  const second = page.getByRole("checkbox", boxName("CGX-V3-70604"));
  const actions = page.getByRole("group", { name: "With the selected rows" });
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(second).toBeChecked();
  await expect(actions).toContainText("1 selected");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(page.locator("main tbody tr").first()).toHaveCSS("outline-width", "2px");
  await page.keyboard.press("x");
  await expect(first).toBeChecked();
  await expect(actions).toContainText("2 selected");
  const search = page.getByLabel("Serial or site");
  await search.fill("");
  await search.pressSequentially("jxk");
  await expect(search).toHaveValue("jxk");
  await expect(actions).toContainText("2 selected");
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(page, "a box opens its row, and does nothing with the selected ones").toHaveURL(/\/design\/list#d2$/);
});

test("a list tells the keys that do something on it", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto("/design/list");
  await expect(page.locator("main")).toContainText("Keys: j and k move, x selects, Enter opens.");
  await page.goto("/admin/software");
  await expect(page.locator("main"), "which has no rows to select").toContainText("Keys: j and k move, Enter opens.");
});

test("keys of one letter can be turned off for every list, and on again (WCAG 2.2, 2.1.4)", async ({ open }) => {
  const page = await open();
  await page.goto("/design/list");
  const isRowFocused = () => page.evaluate(() => document.activeElement?.closest("tbody tr") !== null);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.locator("h1").click();
  await page.keyboard.press("j");
  expect(await isRowFocused()).toBe(false);
  await page.reload();
  await page.keyboard.press("j");
  expect(await isRowFocused(), "it is remembered").toBe(false);
  await page.getByRole("button", { name: "Turn keys on" }).click();
  await page.keyboard.press("j");
  expect(await isRowFocused()).toBe(true);
});

test("one box selects every row and says when some are left; without script it is not there", async ({ open }) => {
  const page = await open();
  await page.goto("/design/list");
  const all = page.getByRole("checkbox", { name: "Select all rows" });
  const rows = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await all.check();
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) await expect(row).toBeChecked();
  await rows.first().uncheck();
  await expect(all).not.toBeChecked();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  const scriptlessPage = await open({ javaScriptEnabled: false });
  await scriptlessPage.goto("/design/list");
  await expect(scriptlessPage.getByRole("checkbox", { name: "Select all rows" })).toBeHidden();
});

test("a filter that is chosen applies at once, with what was typed, and keeps the focus", async ({ open }) => {
  const page = await open();
  await page.goto("/design/list");
  await page.getByLabel("Serial or site").fill("70604");
  await page.getByRole("button", { name: "Add filter" }).click();
  const state = page.getByLabel("State", { exact: true });
  await state.selectOption({ label: "Retired" });
  await expect(page).toHaveURL(/search=70604.*state=retired/);
  await expect(state, "the next one can be chosen").toBeFocused();
  await expect(page.getByRole("button", { name: "Apply" })).toBeHidden();
});

test("by keys a filter applies when it is left or by Enter, and the way back shows the filters of its rows", async ({
  open,
}) => {
  const page = await open();
  await page.goto("/design/list");
  const add = page.getByRole("button", { name: "Add filter" });
  const [state, calibrated] = [page.getByLabel("State", { exact: true }), page.locator("#is_calibrated")];
  await add.click();
  await state.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosenState = await state.inputValue();
  expect(page.url(), "not with each step").not.toContain("state=");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(new RegExp(`state=${chosenState}`));
  await expect(page.locator("#filters :focus"), "where Tab led").toHaveCount(1);
  await calibrated.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/is_calibrated=true/);
  await page.goBack();
  await expect(page).not.toHaveURL(/is_calibrated=true/);
  await expect(calibrated).toHaveValue("");
});

test("an administrator opens an organization by keyboard alone; the script weighs at most 1.8 kB", async ({ open }) => {
  const { id, name } = await createOrganization();
  const mark = unique("keys");
  await query("update organizations set notes = $2 where id = $1", [id, mark]);
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto(`/admin/organizations?search=${mark}`);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.goBack();
  const scriptSources = await page
    .locator("script[src]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  // Besides the list script, the page has scripts for console search, filters and error reports.
  const [source, ...others] = scriptSources.filter((each) => each?.includes("/lists-"));
  expect([scriptSources.length, others.length]).toEqual([4, 0]);
  const script = await fetch(workerUrl + String(source));
  expect(brotliCompressSync(await script.text()).length).toBeLessThanOrEqual(1800);
});
