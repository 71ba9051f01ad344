import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { actorsOn } from "../support/actors.ts";
import { startOwnApp } from "../support/app.ts";
import { expect, phoneViewport, test } from "../support/browser.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { createLongestNames, spacedName, unspacedName } from "../support/longest-names.ts";

const widths = [1024, 1100, 1200, 1280];

const folder = join(import.meta.dirname, "../..");
const addresses = new Map(Object.entries<string>(pages));
const listPaths = globSync("routes/admin/**/*.tsx", { cwd: folder }).flatMap((file) => {
  const [, list] = readFileSync(join(folder, file), "utf8").split(/listRoutes\(\{/);
  const path = addresses.get(/^ {4,6}path: pages\.(\w+),$/m.exec(list ?? "")?.[1] ?? "");
  return path ? [path] : [];
});

/** Console pages with tables that are lists but do not use `listRoutes`. */
const otherLists = [
  pages.audiences,
  pages.reconciliation,
  pages.integrations,
  pages.settings,
  pages.adminIndustries,
  pages.adminPriceLevels,
  pages.legalVersions,
  pages.licenseVersions,
  hrefOf(pages.task, { name: "books" }),
  hrefOf(pages.task, { name: "products" }),
  hrefOf(pages.adminSearch, {}, { q: unspacedName.slice(1, 20) }),
];

// A shop of its own, because names of 100 letters would come first in the lists of other tests.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let token: string;
let paths: string[];
/** Pages of one record, whose tables are not lists. */
let recordPaths: string[];
beforeAll(async () => {
  app = await startOwnApp();
  const query = openDatabase(app.sandbox.databaseUrl);
  const factories = factoriesOn(query);
  const adminActor = await actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
  token = adminActor.token;
  const { lists, others } = await createLongestNames(query, factories, adminActor.user.id);
  paths = [...listPaths.filter((path) => !path.includes(":")), ...otherLists, ...lists];
  recordPaths = others;
});
afterAll(() => app?.stop());

type Fault = string;
/** Maximum faults of one page in a failure's message. */
const faultsMax = 12;

/** Rows higher than two lines, cut amounts, tables wider than their column, and pages wider than the window. */
const findFaults = (page: Page): Promise<Fault[]> =>
  page.evaluate(() => {
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`page: ${document.documentElement.scrollWidth} px wide`);
    for (const table of document.querySelectorAll("main .table")) {
      const overflow = table.getBoundingClientRect().right - (table.parentElement?.getBoundingClientRect().right ?? 0);
      if (overflow > 1) faults.push(`table of ${table.textContent.slice(0, 40)}: ${overflow} px beyond its column`);
    }
    for (const cell of document.querySelectorAll<HTMLTableCellElement>("main .table tbody td")) {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(cell);
      const column = cell.closest("table")?.rows[0]?.cells[cell.cellIndex]?.textContent;
      const height = cell.clientHeight;
      const badge = cell.parentElement?.querySelector(".badge")?.getBoundingClientRect().height ?? 0;
      const maxHeight =
        2 * Math.max(parseFloat(lineHeight), badge) + parseFloat(paddingTop) + parseFloat(paddingBottom) + 3;
      const contentHeight = [...cell.children].reduce(
        (sum, each) => Math.max(sum, each.getBoundingClientRect().height),
        0,
      );
      if (height > maxHeight)
        faults.push(`${column}: ${height} px high, its content ${contentHeight}: ${cell.textContent}`);
      if (cell.matches(".number") && cell.scrollWidth > cell.clientWidth)
        faults.push(`${column}: ${cell.textContent} is cut`);
    }
    return faults;
  });

test("no row of a console list is higher than two lines, no page wider than its window, no amount cut", async ({
  open,
}) => {
  const page = await open({ session: token, baseURL: app.worker.url });
  const faults: Record<string, Fault[]> = {};
  for (const path of paths) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const pageFaults = (await findFaults(page)).slice(0, faultsMax);
      if (pageFaults.length > 0) faults[`${path} at ${width} px`] = pageFaults;
    }
  }
  expect(faults).toEqual({});
});

test("on the page of a record no table runs out of its column, no amount is cut", async ({ open }) => {
  const page = await open({ session: token, baseURL: app.worker.url });
  const faults: Record<string, Fault[]> = {};
  for (const path of recordPaths) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const allFaults = await findFaults(page);
      const pageFaults = allFaults.filter((fault) => !fault.includes("px high")).slice(0, faultsMax);
      if (pageFaults.length > 0) faults[`${path} at ${width} px`] = pageFaults;
    }
  }
  expect(faults).toEqual({});
});

test("with names of 100 letters no list is wider than half a window", async ({ open }) => {
  const page = await open({ session: token, baseURL: app.worker.url });
  const excess: Record<string, number> = {};
  for (const path of paths) {
    await page.goto(path);
    for (const width of [640, 720, 800]) {
      await page.setViewportSize({ width, height: 900 });
      const by = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (by > 0) excess[`${path} at ${width} px`] = by;
    }
  }
  expect(excess).toEqual({});
});

test("a name that does not fit in two lines has the whole as its title", async ({ open }) => {
  const page = await open({ session: token, baseURL: app.worker.url, viewport: { width: 1024, height: 900 } });
  await page.goto(pages.adminOrders);
  for (const name of [spacedName, unspacedName]) {
    const cell = page.locator("main tbody td").getByTitle(name, { exact: true }).first();
    await expect(cell).toHaveText(name);
    expect(await cell.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  }
});

test("on a phone a row of orders and invoices says whose it is and how its payment stands", async ({ open }) => {
  const page = await open({ session: token, baseURL: app.worker.url, viewport: phoneViewport });
  for (const path of [pages.adminOrders, pages.adminInvoices]) {
    await page.goto(path);
    const row = page.locator("main tbody tr").filter({ hasText: unspacedName });
    await expect(row.getByText(unspacedName)).toBeVisible();
    await expect(row.getByText("Paid", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phoneViewport.width);
  }
});

test("the texts of the bar of bulk actions, its fields and its buttons stand on one line", async ({ open }) => {
  const page = await open({ session: token, baseURL: app.worker.url });
  await page.goto(pages.requestList);
  await page.locator("main tbody [type=checkbox]").first().check();
  const bar = page.getByRole("group", { name: "With the selected rows" });
  const middles = await bar
    .locator("output, input[type=text], select, input[name=roles] + *, button:not([hidden]):not([popover] *)")
    .evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
  expect(middles.length).toBeGreaterThan(3);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(3);
});
