import { expect, test } from "vitest";
import { staffPresets } from "../../db/enums.ts";
import { pages } from "../../worker/contract/pages.ts";
import { signedInAdmin } from "../support/actors.ts";
import type { Client } from "../support/client.ts";

type Entry = { label: string; href: string };

const decode = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const pathOf = (href: string) => href.replace(/[?#].*$/, "");

async function fetchPalette(client: Client) {
  const html = await (await client.fetch(pages.admin)).text();
  const [rail = ""] = /<nav id="rail".*?<\/nav>/s.exec(html) ?? [];
  const listIn = (name: string): Entry[] => JSON.parse(decode(new RegExp(`${name}="([^"]*)"`).exec(html)?.[1] ?? "[]"));
  const menu = [...rail.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => decode(href));
  return { menu, pages: listIn("data-pages"), actions: listIn("data-actions") };
}

/**
 * Pages that the palette omits: search, which the palette does itself; recipients, whose address needs conditions; and
 * the list of settings, which is empty for presets without any.
 */
const pathsOutsidePalette: readonly string[] = [pages.adminSearch, pages.notificationRecipients, pages.settings];

const consolePages = Object.values<string>(pages).filter((path) => path.startsWith(pages.admin) && !path.includes(":"));

test.each(staffPresets)("the palette leads %s to each page without an id that they may open", async (preset) => {
  const { client } = await signedInAdmin(preset);
  const { menu, pages: extraPages, actions } = await fetchPalette(client);
  const offeredPaths = new Set([...menu, ...[...extraPages, ...actions].map(({ href }) => href)].map(pathOf));
  const paths: string[] = [];
  for (const path of consolePages) {
    const answer = await client.fetch(path, { redirect: "manual" });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.status === 200 && isPage) paths.push(path);
  }
  expect(paths.length).toBeGreaterThanOrEqual(5);
  expect(paths.filter((path) => !offeredPaths.has(path) && !pathsOutsidePalette.includes(path))).toEqual([]);
  expect(menu.filter((href) => extraPages.some((entry) => entry.href === href))).toEqual([]);
  const labels = [...extraPages, ...actions].map(({ label }) => label);
  expect(labels).toEqual([...new Set(labels)]);
  const unvisitedEntries = [...extraPages, ...actions].filter(({ href }) => !paths.includes(href));
  for (const { label, href } of unvisitedEntries) expect((await client.fetch(href)).status, label).toBe(200);
});

const expectedActions = {
  owner: ["Approve refunds", "Write off an invoice", "Withdraw a version", "Change what an administrator may do"],
  support: ["Cancel lines of an order", "Refund an order", "Verify devices"],
  warehouse: ["Ship orders together", "Make labels for orders", "Record a package", "Mark orders as received"],
  finance: ["Remind about unpaid invoices", "Approve refunds", "Write off an invoice", "Start a reconciliation"],
  catalogue: ["Withdraw a version", "Roll out a version", "Change prices", "Write to a saved audience"],
} as const;
const forbiddenActions = {
  owner: [],
  support: ["Approve refunds", "Write off an invoice", "Ship orders together", "Withdraw a version"],
  warehouse: ["Refund an order", "Write to customers", "Write off an invoice", "Change prices"],
  finance: ["Ship orders together", "Cancel lines of an order", "Withdraw a version"],
  catalogue: ["Cancel lines of an order", "Refund an order", "Change what an administrator may do"],
} as const;

test.each(staffPresets)("the palette has the verbs of %s, and no others", async (preset) => {
  const { actions } = await fetchPalette((await signedInAdmin(preset)).client);
  const labels = actions.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining([...expectedActions[preset]]));
  expect(labels.filter((label) => forbiddenActions[preset].some((each) => each === label))).toEqual([]);
});
