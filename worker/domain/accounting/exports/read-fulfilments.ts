import * as z from "zod/mini";
import { netSuiteId } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";

/** A picked or packed fulfilment is not shipped. */
export type Fulfilment = { id: string; order_id: string; is_shipped: boolean };
/** `quantity` is undefined if NetSuite does not state it. */
export type FulfilledItem = { item_id: string; quantity: number | undefined; serials: string[] };
export type FulfilmentContent = { tracking_numbers: string[]; items: FulfilledItem[] };

const rowsMax = 1000;
const fulfilmentRow = z.object({ id: netSuiteId(), order_eid: z.string(), ship_status: z.string() });
const reference = z.object({ id: netSuiteId() });
/**
 * https://system.netsuite.com/help/helpcenter/en_US/APIs/REST_API_Browser/record/v1/2025.1/index.html#/definitions/itemFulfillment
 */
const list = <T>(item: z.ZodMiniType<T>) => z.optional(z.object({ items: z.optional(z.array(item)) }));
const text = () => z.optional(z.nullable(z.string()));
const record = z.object({
  package: list(z.object({ packageTrackingNumber: text() })),
  // Packages of integrated carriers are in lists of their own.
  packageFedEx: list(z.object({ packageTrackingNumberFedEx: text() })),
  packageUps: list(z.object({ packageTrackingNumberUps: text() })),
  packageUsps: list(z.object({ packageTrackingNumberUsps: text() })),
  item: list(
    z.object({
      item: reference,
      quantity: z.optional(z.nullable(z.number())),
      serialNumbers: text(),
      // With Advanced Bin / Numbered Inventory
      // (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_N3744760.html).
      inventoryDetail: z.optional(
        z.nullable(
          z.object({
            inventoryAssignment: list(
              z.object({ issueInventoryNumber: z.optional(z.nullable(z.object({ refName: text() }))) }),
            ),
          }),
        ),
      ),
    }),
  ),
});

const fulfilmentQuery = (where: string): string => `SELECT f.id, so.externalid AS order_eid,
  BUILTIN.CF(f.status) AS ship_status
FROM transaction f
  JOIN previoustransactionlink l ON l.nextdoc = f.id
  JOIN transaction so ON so.id = l.previousdoc
WHERE f.type = 'ItemShip' AND so.type = 'SalesOrd' AND ${where}
ORDER BY f.id`;

/**
 * `ship_status` is the type and a letter, as in `ItemShip:C`: A picked, B packed, C shipped
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_1029114514.html).
 */
const toFulfilment = ({ id, order_eid, ship_status }: z.output<typeof fulfilmentRow>): Fulfilment => ({
  id,
  order_id: order_eid.replace(/^order-/, ""),
  is_shipped: ship_status.endsWith("C"),
});

export async function fetchFulfilments(ctx: Ctx, orderIds: readonly string[], until: number): Promise<Fulfilment[]> {
  const byId = new Map<string, Fulfilment>();
  const idList = orderIds.map((id) => `'order-${requireUuid(id)}'`).join(", ");
  let after = "0";
  for (let hasMore = orderIds.length > 0; hasMore;) {
    const q = fulfilmentQuery(`so.externalid IN (${idList}) AND f.id > ${after}`);
    const page = await callNetSuite(ctx, (netSuite) => netSuite.query(fulfilmentRow, q, { limit: rowsMax }), until);
    for (const row of page.rows) byId.set(row.id, toFulfilment(row));
    const last = page.rows.at(-1)?.id;
    hasMore = page.has_more && last !== undefined && last !== after;
    after = last ?? after;
  }
  return [...byId.values()];
}

export async function fetchFulfilment(ctx: Ctx, id: string, until: number): Promise<Fulfilment | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const query = fulfilmentQuery(`f.id = ${id}`);
  const { rows } = await callNetSuite(ctx, (netSuite) => netSuite.query(fulfilmentRow, query, { limit: 1 }), until);
  return rows[0] && toFulfilment(rows[0]);
}

export async function fetchFulfilmentContent(ctx: Ctx, id: string, until: number): Promise<FulfilmentContent> {
  const fulfilment = await callNetSuite(
    ctx,
    (netSuite) => netSuite.getWholeRecord(record, "itemFulfillment", id),
    until,
  );
  const numbers = [
    ...(fulfilment?.package?.items ?? []).map((each) => each.packageTrackingNumber),
    ...(fulfilment?.packageFedEx?.items ?? []).map((each) => each.packageTrackingNumberFedEx),
    ...(fulfilment?.packageUps?.items ?? []).map((each) => each.packageTrackingNumberUps),
    ...(fulfilment?.packageUsps?.items ?? []).map((each) => each.packageTrackingNumberUsps),
  ].flatMap((number) => number?.trim() || []);
  return {
    tracking_numbers: [...new Set(numbers)],
    items: (fulfilment?.item?.items ?? []).map(({ item, quantity, serialNumbers, inventoryDetail }) => {
      const assigned = inventoryDetail?.inventoryAssignment?.items ?? [];
      const serials = [
        ...(serialNumbers ?? "").split(/[\s,]+/),
        ...assigned.map(({ issueInventoryNumber }) => issueInventoryNumber?.refName?.trim() ?? ""),
      ];
      return {
        item_id: item.id,
        quantity: quantity ?? undefined,
        serials: [...new Set(serials.filter((serial) => serial !== ""))],
      };
    }),
  };
}

function requireUuid(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("not an id of ours");
  return id;
}
