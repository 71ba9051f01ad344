import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { createOrganizationRows } from "../http/organization-rows.ts";
import { signedInAdmin } from "../support/actors.ts";
import { expect, phone, test } from "../support/browser.ts";
import { query } from "../support/database.ts";
import { createSoftware, createVersion } from "../support/software/rows.ts";

const widths = [1024, 1100, 1200, 1280];
/** First in lists sorted by name. */
const spaced =
  "!A very long name of a laboratory for spectral analysis of everything that shines at night and by day".slice(0, 100);
const unspaced = `!${"Laboratoriumsbedarfsgesellschaft".repeat(4)}`.slice(0, 100);

const folder = join(import.meta.dirname, "../..");
const addresses = new Map(Object.entries<string>(pages));
const listPaths = globSync("routes/admin/**/*.tsx", { cwd: folder }).flatMap((file) => {
  const [, list] = readFileSync(join(folder, file), "utf8").split(/listRoutes\(\{/);
  const path = addresses.get(/^ {4,6}path: pages\.(\w+),$/m.exec(list ?? "")?.[1] ?? "");
  return path ? [path] : [];
});

let token: string;
let paths: string[];
const of_one: string[] = [];
beforeAll(async () => {
  for (const name of [spaced, unspaced]) {
    const { org_id, user_id, product_id, order_id, device_id, invoice_id } = await createOrganizationRows();
    await query("update organizations set name = $2 where id = $1", [org_id, name]);
    await query("update users set first_name = $2, last_name = $2 where id = $1", [user_id, name.slice(0, 64)]);
    await query("update products set name = $2 where id = $1", [
      product_id,
      `${name.slice(0, 92)}${product_id.slice(-8)}`,
    ]);
    await query("update orders set po_number = $2 where id = $1", [order_id, name.slice(0, 30)]);
    await query("update invoices set stripe_invoice_no = $2 where id = $1", [
      invoice_id,
      `52OHLPFC-${device_id.slice(-4)}`,
    ]);
    of_one.push(hrefOf(pages.organizationDevices, { org_id }));
  }
  token = (await signedInAdmin()).token;
  const software = await createSoftware({ name: unspaced.slice(1, 61).toLowerCase() });
  await createVersion(software);
  of_one.push(hrefOf(pages.adminSoftwareNamed, { name: software.name }), hrefOf(pages.task, { name: "books" }));
  paths = [...listPaths.filter((path) => !path.includes(":")), ...of_one];
});

type Fault = string;

/** Rows higher than two lines, amounts that are cut, and a page wider than its window. */
const faultsOf = (page: Page): Promise<Fault[]> =>
  page.evaluate(() => {
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`page: ${document.documentElement.scrollWidth} px wide`);
    for (const cell of document.querySelectorAll<HTMLTableCellElement>("main .table tbody td")) {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(cell);
      const column = cell.closest("table")?.rows[0]?.cells[cell.cellIndex]?.textContent;
      const height = cell.clientHeight;
      const most = 2 * parseFloat(lineHeight) + parseFloat(paddingTop) + parseFloat(paddingBottom) + 3;
      const own = [...cell.children].reduce((sum, each) => Math.max(sum, each.getBoundingClientRect().height), 0);
      if (height > most) faults.push(`${column}: ${height} px high, its content ${own}: ${cell.textContent}`);
      if (cell.matches(".number") && cell.scrollWidth > cell.clientWidth)
        faults.push(`${column}: ${cell.textContent} is cut`);
    }
    return faults.slice(0, 12);
  });

test("no row of a console list is higher than two lines, no page wider than its window, no amount cut", async ({
  open,
}) => {
  const page = await open({ session: token });
  const faults: Record<string, Fault[]> = {};
  for (const path of paths) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = await faultsOf(page);
      if (found.length > 0) faults[`${path} at ${width} px`] = found;
    }
  }
  expect(faults).toEqual({});
});

test("with names of 100 letters no list is wider than half a window", async ({ open }) => {
  const page = await open({ session: token });
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
  const page = await open({ session: token, viewport: { width: 1024, height: 900 } });
  await page.goto(pages.adminOrders);
  for (const name of [spaced, unspaced]) {
    const cell = page.locator("main tbody td").getByTitle(name, { exact: true }).first();
    await expect(cell).toHaveText(name);
    expect(await cell.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  }
});

test("on a phone a row of orders and invoices says whose it is and how its payment stands", async ({ open }) => {
  const page = await open({ session: token, viewport: phone });
  for (const path of [pages.adminOrders, pages.adminInvoices]) {
    await page.goto(path);
    const row = page.locator("main tbody tr").filter({ hasText: unspaced });
    await expect(row.getByText(unspaced)).toBeVisible();
    await expect(row.getByText("Payment pending")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  }
});

test("the texts of the bar of bulk actions, its fields and its buttons stand on one line", async ({ open }) => {
  const page = await open({ session: token });
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
