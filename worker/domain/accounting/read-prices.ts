import type { NetSuiteGateway, NetSuiteItem, NetSuitePrice } from "../../gateways/net-suite/index.ts";
import type { Ctx } from "../context.ts";
import { callNetSuite } from "./call-net-suite.ts";
import { newRows } from "./pages.ts";

const rowsMax = 1000;
type Key = Pick<NetSuitePrice, "item_id" | "price_level_id">;

const isAfter = (price: Key, key: Key): boolean => {
  const [item, other] = [BigInt(price.item_id), BigInt(key.item_id)];
  return item > other || (item === other && BigInt(price.price_level_id) > BigInt(key.price_level_id));
};

/** All prices of items sorted by id, page by page until an empty last page. */
export async function fetchPrices(
  ctx: Ctx,
  items: NetSuiteItem[],
  until: number,
): Promise<Map<string, NetSuitePrice[]>> {
  const prices = new Map<string, NetSuitePrice[]>(items.map((item) => [item.id, []]));
  const [from, to] = [items[0]?.id, items.at(-1)?.id];
  if (from === undefined || to === undefined) return prices;
  let after: Key | undefined;
  const isNew = (price: Key) =>
    BigInt(price.item_id) <= BigInt(to) && (after ? isAfter(price, after) : BigInt(price.item_id) >= BigInt(from));
  const ask = async (netSuite: NetSuiteGateway) => {
    const page = await netSuite.listPrices({ from, to, after, limit: rowsMax, timeoutMs: until - Date.now() });
    return newRows(page, isNew, isAfter);
  };
  for (;;) {
    const fresh = await callNetSuite(ctx, ask, until);
    for (const price of fresh) prices.get(price.item_id)?.push(price);
    if (fresh.length === 0) return prices;
    after = fresh.at(-1);
  }
}
