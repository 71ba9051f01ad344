import type { NetSuiteGateway, NetSuiteItem, NetSuitePrice } from "../../gateways/net-suite/index.ts";
import type { Ctx } from "../context.ts";
import { callNetSuite } from "./call-net-suite.ts";
import { selectNewRows, noNewRowsError } from "./pages.ts";

const rowsMax = 1000;
type PriceKey = Pick<NetSuitePrice, "item_id" | "price_level_id" | "quantity">;

const isAfter = (price: PriceKey, key: PriceKey): boolean => {
  const [item, other] = [BigInt(price.item_id), BigInt(key.item_id)];
  if (item !== other) return item > other;
  const [level, otherLevel] = [BigInt(price.price_level_id), BigInt(key.price_level_id)];
  return level === otherLevel ? price.quantity > key.quantity : level > otherLevel;
};

/** Prices of an item for one piece by price level; ambiguous where NetSuite has several for the same quantity. */
export type ItemPrices = Map<string, { level: string | null; unit_price: string | null; is_ambiguous: boolean }>;

/**
 * Fetches all prices of `items`, which must be sorted by id, until a last page has no new ones. Each page starts at the
 * price level where the page before ended, so that prices with the same level and quantity are always seen together.
 */
export async function fetchPrices(ctx: Ctx, items: NetSuiteItem[], until: number): Promise<Map<string, ItemPrices>> {
  const prices = new Map<string, NetSuitePrice[]>(items.map((item) => [item.id, []]));
  const [from, to] = [items[0]?.id, items.at(-1)?.id];
  if (from === undefined || to === undefined) return new Map();
  let after: PriceKey | undefined;
  const isNew = (price: PriceKey) =>
    BigInt(price.item_id) <= BigInt(to) && (after ? !isAfter(after, price) : BigInt(price.item_id) >= BigInt(from));
  const fetchPage = async (netSuite: NetSuiteGateway) => {
    const page = await netSuite.listPrices({ from, to, after, limit: rowsMax, timeoutMs: until - Date.now() });
    const rows = selectNewRows(page, isNew, isAfter);
    const last = rows.at(-1);
    const hasNew = last !== undefined && (!after || isAfter(last, after));
    if (!hasNew && page.has_more) throw noNewRowsError();
    return { rows, hasNew };
  };
  for (;;) {
    const { rows, hasNew } = await callNetSuite(ctx, fetchPage, until);
    for (const price of rows) prices.get(price.item_id)?.push(price);
    if (!hasNew) return new Map([...prices].map(([item, each]) => [item, groupByLevel(each)]));
    after = rows.at(-1);
  }
}

/** The price for one piece is the price from one piece on, or else the price from zero on. */
function groupByLevel(rows: NetSuitePrice[]): ItemPrices {
  const prices: ItemPrices = new Map();
  for (const { price_level_id: id, price_level_name: level, unit_price } of rows.toSorted(
    (one, other) => one.quantity - other.quantity,
  )) {
    const levelPrices = rows.filter((row) => row.price_level_id === id);
    const is_ambiguous = [0, 1].some(
      (quantity) => new Set(levelPrices.flatMap((row) => (row.quantity === quantity ? [row.unit_price] : []))).size > 1,
    );
    prices.set(id, { level, unit_price, is_ambiguous });
  }
  return prices;
}
