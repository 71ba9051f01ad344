// Filters and sort order of every list, at a width of each of its layouts.
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../support/app.ts";
import { expect, test } from "../support/browser.ts";
import { actorsOn } from "../support/actors.ts";
import { isNight } from "../support/by-night.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { literalPages } from "../support/page-links.ts";

/** One width for each layout; more widths at night. */
const testedWidths = isNight ? [320, 390, 640, 800] : [390, 640];
/** Window width in px below which a table has no head. */
const minTableWidth = 640;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let tokens: { customer: string; console: string };
let lists: string[];

const isOfConsole = (path: string) => path.startsWith("/admin");
const tokenFor = (path: string) => (isOfConsole(path) ? tokens.console : tokens.customer);

const isList = (html: string) => /<form[^>]*class="toolbar"|<details[^>]*class="filters"/.test(html);

async function fetchPage(address: string): Promise<string> {
  const headers = { cookie: `__Host-session=${tokenFor(address)}` };
  const answer = await fetch(app.worker.url + address, { headers, redirect: "manual" });
  expect(answer.status, address).toBeLessThan(500);
  return answer.status === 200 ? await answer.text() : "";
}

/**
 * Addresses of the demo shop's lists. An empty list shows its filters only under a search, so its address has a search
 * without results.
 */
async function findLists(): Promise<string[]> {
  const listAddresses: string[] = [];
  for (const path of literalPages.filter((each) => /^\/(store|portal|account|admin)\b/.test(each)))
    for (const address of [path, `${path}?search=none-such`])
      if (!listAddresses.includes(path) && isList(await fetchPage(address))) listAddresses.push(address);
  return listAddresses;
}

beforeAll(async () => {
  app = await startOwnApp();
  const query = openDatabase(app.sandbox.databaseUrl);
  const actors = actorsOn({ query, factories: factoriesOn(query), url: app.worker.url });
  const [acme] = await query<{ id: string }>("select org_id as id from users where email = 'owner@acme.test'");
  tokens = {
    customer: (await actors.signedIn({ org_id: acme?.id ?? "", roles: ["org", "buyer", "user"] })).token,
    console: (await actors.signedInAdmin()).token,
  };
  lists = await findLists();
});
afterAll(() => app?.stop());

const hasHead = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= minTableWidth;

async function isWithin(page: Page, control: Locator): Promise<boolean> {
  await control.scrollIntoViewIfNeeded();
  const [box, width] = [await control.boundingBox(), page.viewportSize()?.width ?? 0];
  return box !== null && box.x >= 0 && box.x + box.width <= width && box.width >= 24 && box.height >= 20;
}

async function choose(page: Page, select: Locator): Promise<string> {
  const value = await select.evaluate(
    (element: HTMLSelectElement) => element.options[element.options.length - 1]?.value,
  );
  const name = (await select.getAttribute("name")) ?? "";
  await select.selectOption(value ?? "");
  await page.waitForURL((url) => url.searchParams.get(name) === value);
  return name;
}

/**
 * The button that opens filters and sort. In windows with a table head, the head sorts, so a button only for sort does
 * not count.
 */
const filtersButton = (page: Page): Locator =>
  page.locator(`main .toolbar .filters-button${hasHead(page) ? ":not(.phone-sort)" : ""}`);

async function openFilters(page: Page): Promise<Locator> {
  const opener = filtersButton(page);
  if ((await opener.count()) === 0) return page.locator("main .toolbar");
  if (!(await isWithin(page, opener))) throw new Error("the button of the filters is out of reach");
  await opener.click();
  return page.locator("main .toolbar .filters");
}

/** Uses the first filter with fixed values; text and date filters are only measured. */
async function useFilter(page: Page): Promise<void> {
  const filterControls = page.locator('main .toolbar .filters :is(select:not([name="sort"]), input)');
  if ((await filterControls.count()) > 0 && (await filtersButton(page).count()) === 0)
    throw new Error("no button opens the filters");
  const filters = await openFilters(page);
  for (const control of await filters.locator("select:visible, input:visible").all())
    if (!(await isWithin(page, control))) throw new Error(`${await control.getAttribute("name")} is out of reach`);
  const select = filters.locator('select:visible:not([name="sort"])').first();
  if ((await select.count()) > 0 && (await select.locator("option").count()) > 1) await choose(page, select);
}

/** Whether the list has a sort field, visible or not, and more than one row to sort. */
const canBeSorted = async (page: Page): Promise<boolean> =>
  (await page.locator('main .toolbar select[name="sort"]').count()) > 0 &&
  (await page.locator("main .table tbody tr").count()) > 1;

async function useSort(page: Page): Promise<boolean> {
  if (!hasHead(page)) {
    const sort = (await openFilters(page)).locator('select[name="sort"]:visible');
    if ((await sort.count()) === 0) return false;
    const filterButtonCount = await page.locator("main .toolbar .filters-button").count();
    if (filterButtonCount > 0) await choose(page, sort);
    return true;
  }
  const label = page.locator("main .table thead a:visible").first();
  if ((await label.count()) === 0) return false;
  if (!(await isWithin(page, label))) throw new Error("the label that sorts is out of reach");
  await label.click();
  await page.waitForURL(/[?&]sort=/);
  return true;
}

async function useFacets(page: Page): Promise<void> {
  const summary = page.locator("main details.filters > summary");
  const firstChoice = page.locator("main details.filters a:visible").first();
  if (await summary.isVisible()) {
    if (!(await isWithin(page, summary))) throw new Error("the button of the filters is out of reach");
    await summary.click();
  }
  if (!(await isWithin(page, firstChoice))) throw new Error("the first choice is out of reach");
  await firstChoice.click();
  await page.waitForURL(/\?/);
}

test("a list shows its search, one button for filters and one for files, and nothing to send them by", async ({
  open,
}) => {
  const shapes = new Set(["Add filter", "Add filter or sort", "Sort", "Export"]);
  const views = {
    customer: await open({ baseURL: app.worker.url, session: tokens.customer }),
    console: await open({ baseURL: app.worker.url, session: tokens.console }),
  };
  const unexpectedControls: Record<string, string[]> = {};
  for (const path of lists) {
    const page = isOfConsole(path) ? views.console : views.customer;
    await page.goto(path);
    const labels = await page.locator("main form.toolbar > button:visible").allInnerTexts();
    const unknown = labels.filter((label) => !shapes.has(label));
    const fields = await page.locator("main form.toolbar select:visible").count();
    if (unknown.length > 0 || fields > 0) unexpectedControls[path] = [...unknown, `${fields} selects`];
  }
  expect(unexpectedControls).toEqual({});
});

test("the lists of store, portal and console are found", () => {
  for (const path of ["/store/products", "/portal/orders", "/portal/invoices", "/portal/devices", "/admin/orders"])
    expect(lists).toContain(path);
  expect(lists.length).toBeGreaterThanOrEqual(24);
});

for (const width of testedWidths)
  test(`filters and sort of every list are reached and used at ${width} px`, async ({ open }) => {
    const options = { baseURL: app.worker.url, viewport: { width, height: 800 } };
    const views = {
      customer: await open({ ...options, session: tokens.customer }),
      console: await open({ ...options, session: tokens.console }),
    };
    const problems: Record<string, string> = {};
    let sortedCount = 0;
    for (const path of lists) {
      const page = isOfConsole(path) ? views.console : views.customer;
      page.setDefaultTimeout(30_000);
      try {
        await page.goto(path);
        if ((await page.locator("main details.filters").count()) > 0) await useFacets(page);
        else {
          await useFilter(page);
          await page.goto(path);
          if (await useSort(page)) sortedCount += 1;
          else if (await canBeSorted(page)) problems[path] = "cannot be sorted at this width";
        }
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (excess > 0) problems[path] = `${excess} px wider than the window`;
      } catch (error) {
        problems[path] = String(error).split("\n")[0] ?? "";
      }
    }
    expect(problems).toEqual({});
    expect(sortedCount, "lists that can be sorted").toBeGreaterThanOrEqual(15);
  });
