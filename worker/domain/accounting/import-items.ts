import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { NetSuiteGateway, NetSuiteItem } from "../../gateways/net-suite/index.ts";
import {
  type ImportedProduct,
  importProducts,
  listUnseenItems,
  recordSeenItems,
  type ProductOutcome,
  retireProducts,
} from "../catalog/index.ts";
import type { Ctx } from "../context.ts";
import { iso, one } from "../sql.ts";
import { defaultDeadline, type TaskHandler, type TaskPage, withRetries } from "../platform/index.ts";
import { callNetSuite, importError, unavailableReason } from "./call-net-suite.ts";
import { toCents } from "./cents.ts";
import { type TaskFailure, isAtEnd, rowsAfter, spanEnd } from "./pages.ts";
import { fetchPrices, type ItemPrices } from "./read-prices.ts";

const rowsMax = 200;
/**
 * Second phase, searching for deleted items: start of the run by the database's clock, and the last product checked.
 */
const archiveCursorShape = z.object({ since: z.string(), looked_after: z.nullable(z.string()) });
/** First phase, reading items: the last item read, and the last id at the start of the run. */
const importCursorShape = z.object({ since: z.string(), after: z.string(), end: z.optional(z.string()) });
const cursorShape = z.union([archiveCursorShape, importCursorShape]);

/**
 * Imports NetSuite's items as products with all their prices, keyset-paged by id in ranges that SuiteQL accepts. After
 * an empty page of the last range, products whose items were not seen are looked up by item id, and only those unknown
 * to NetSuite are archived, so that an incomplete page archives nothing.
 */
export const productsTask: TaskHandler = {
  unavailable: unavailableReason,
  async page(ctx, savedCursor): Promise<TaskPage> {
    const until = defaultDeadline();
    const cursor = savedCursor === null ? { since: await readClock(ctx), after: "0" } : cursorShape.parse(savedCursor);
    if ("looked_after" in cursor) return archiveMissingItems(ctx, cursor, until);
    const fetchEnd = (netSuite: NetSuiteGateway) => netSuite.lastItemId(until - Date.now());
    const { since, after, end = await callNetSuite(ctx, fetchEnd, until) } = cursor;
    const to = spanEnd(after, end);
    const fetchPage = async (netSuite: NetSuiteGateway) =>
      rowsAfter(await netSuite.listItems({ after, to, limit: rowsMax, timeoutMs: until - Date.now() }), after);
    const rows = isAtEnd(after, end) ? [] : await callNetSuite(ctx, fetchPage, until);
    const last = rows.at(-1);
    if (last) return { ...toTaskPage(await importItems(ctx, rows, until)), cursor: { since, after: last.id, end } };
    const none = { found: 0, processed: 0, failures: [] };
    return { ...none, cursor: isAtEnd(to, end) ? { since, looked_after: null } : { since, after: to, end } };
  },
  async retry(ctx, itemId) {
    const { failures, found } = await importItem(ctx, itemId);
    if (found === 0) throw importError("NetSuite no longer has this item.");
    if (failures[0]) throw importError(failures[0].reason);
  },
};

const readClock = async (ctx: Ctx): Promise<string> => {
  const clock = await one(
    ctx,
    () => z.object({ now: z.string() }),
    sql`select ${iso("clock_timestamp()")} as now`,
    () => new Error("the database has no clock"),
  );
  return clock.now;
};

async function archiveMissingItems(
  ctx: Ctx,
  cursor: z.output<typeof archiveCursorShape>,
  until: number,
): Promise<TaskPage> {
  const { since, looked_after: after } = cursor;
  const unseen = await listUnseenItems(ctx, { since, after, limit: rowsMax });
  const lastItem = unseen.at(-1);
  if (!lastItem) return { cursor: null, found: 0, processed: 0, failures: [] };
  if (!lastItem.has_seen_any)
    throw importError("NetSuite returned no items, so nothing was archived. Check that its role may view items.");
  const ids = unseen.map((each) => each.net_suite_id);
  const existingItems = await callNetSuite(ctx, (netSuite) => netSuite.findItems(ids, until - Date.now()), until);
  const existingIds = new Set(existingItems.map((item) => item.id));
  const result = await importItems(ctx, existingItems, until);
  await retireProducts(
    ctx,
    ids.filter((id) => !existingIds.has(id)),
  );
  return { ...toTaskPage(result), cursor: { since, looked_after: lastItem.id } };
}

type Counts = Omit<TaskPage, "cursor">;
type ImportResult = Counts & { product_ids: string[] };

const toTaskPage = ({ found, processed, failures }: ImportResult): Counts => ({ found, processed, failures });

export async function importItem(ctx: Ctx, id: string): Promise<ImportResult> {
  const until = defaultDeadline();
  return importItems(ctx, await callNetSuite(ctx, (netSuite) => netSuite.findItems([id]), until), until);
}

async function importItems(ctx: Ctx, items: NetSuiteItem[], until: number): Promise<ImportResult> {
  const prices = await fetchPrices(ctx, items, until);
  const failures: TaskFailure[] = [];
  const rows: ImportedProduct[] = [];
  for (const item of items) {
    const row = toProduct(item, prices.get(item.id) ?? new Map());
    if (typeof row === "string") failures.push({ record_id: item.id, reason: row });
    else rows.push(row);
  }
  const outcomes = rows.length > 0 ? await withRetries(() => importProducts(ctx, rows), until) : [];
  for (const each of outcomes) {
    const reason = refusalReason(each, rows);
    if (reason) failures.push({ record_id: each.net_suite_id, reason });
  }
  await recordSeenItems(
    ctx,
    failures.map((failure) => failure.record_id),
  );
  const product_ids = outcomes.flatMap((each) => (refusalReason(each, rows) || each.id === null ? [] : each.id));
  return { found: items.length, processed: items.length - failures.length, failures, product_ids };
}

const skuMax = 1024;
const softwareTypes = new Set(["DwnLdItem", "Service"]);

function toProduct(item: NetSuiteItem, prices: ItemPrices): ImportedProduct | string {
  if (!item.item_id) return "The item has no name.";
  if (item.item_id.length > skuMax || (item.display_name?.length ?? 0) > skuMax) return "The item's name is too long.";
  const levels: [string, number][] = [];
  for (const { level, unit_price, is_ambiguous } of prices.values()) {
    if (is_ambiguous) return `NetSuite has two prices in US dollars for level “${level}”.`;
    if (!level || unit_price === null) continue;
    const cents = toCents(unit_price);
    if (cents === undefined)
      return `The price “${unit_price.slice(0, 40)}” of level “${level}” is no amount in dollars.`;
    levels.push([level, cents]);
  }
  return {
    net_suite_id: item.id,
    sku: item.item_id,
    name: item.display_name,
    type: softwareTypes.has(item.type ?? "") ? "software" : "hardware",
    is_inactive: item.is_inactive,
    price_levels: levels.length > 0 ? Object.fromEntries(levels) : null,
  };
}

function refusalReason({ net_suite_id, outcome }: ProductOutcome, rows: ImportedProduct[]): string | undefined {
  const sku = rows.find((row) => row.net_suite_id === net_suite_id)?.sku;
  return outcome === "sku-taken" ? `Another product has the SKU “${sku}”. Change one of the two.` : undefined;
}
