import { expect, test } from "vitest";
import { dateRanges } from "../../../worker/ui/lists/date-presets.tsx";
import { signedIn, signedInAdmin } from "../../support/actors.ts";

const administrator = await signedInAdmin();
const buyer = await signedIn({ roles: ["buyer", "user"] });

test.each([
  [
    "2026-03-01",
    ["2026-03-01 2026-03-01", "2026-02-23 2026-03-01", "2026-03-01 2026-03-01", "2026-02-01 2026-02-28"],
    ["2026-01-31 2026-03-01", "2026-01-01 2026-03-01"],
  ],
  [
    "2028-03-31",
    ["2028-03-31 2028-03-31", "2028-03-27 2028-03-31", "2028-03-01 2028-03-31", "2028-02-01 2028-02-29"],
    ["2028-03-02 2028-03-31", "2028-01-01 2028-03-31"],
  ],
  [
    "2026-01-05",
    ["2026-01-05 2026-01-05", "2026-01-05 2026-01-05", "2026-01-01 2026-01-05", "2025-12-01 2025-12-31"],
    ["2025-12-07 2026-01-05", "2026-01-01 2026-01-05"],
  ],
])("on %s the presets are the day, week, month, last month, 30 days and year", (today, first, rest) => {
  expect(dateRanges(today).map(({ from, to }) => `${from} ${to}`)).toEqual([...first, ...rest]);
});

test.each(["/admin/orders", "/admin/invoices", "/admin/audit", "/portal/orders", "/portal/invoices"])(
  "%s offers the presets as links that keep the other filters, and marks the chosen one",
  async (path) => {
    const { client } = path.startsWith("/admin") ? administrator : buyer;
    const html = await (await client.fetch(`${path}?search=abc`)).text();
    const presets = /<ul[^>]*aria-label="Dates".*?<\/ul>/s.exec(html)?.[0].replaceAll("&amp;", "&") ?? "";
    const labels = ["Today", "This week", "This month", "Last month", "Last 30 days", "This year"];
    expect([...presets.matchAll(/<a [^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual(labels);
    const [, today = ""] = /href="([^"]*)"[^>]*>Today/.exec(presets) ?? [];
    expect(today).toMatch(/[?&]search=abc&/);
    const { searchParams } = new URL(today, "https://shop.test");
    expect(searchParams.get("from")).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(searchParams.get("to")).toBe(searchParams.get("from"));
    const chosenHtml = await (await client.fetch(today)).text();
    const [, markedLabel] = /<a [^>]*aria-current="true"[^>]*>([^<]*)/.exec(chosenHtml) ?? [];
    expect(markedLabel).toBe("Today");
  },
);
