import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, Failure } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { failureReason, unavailableReason } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import { shipOrder } from "../../fulfilment/index.ts";
import { type RowOf, many, uuids } from "../../sql.ts";
import { CannotRunError, defaultDeadline, type TaskHandler, type TaskPage } from "../../platform/index.ts";
import {
  fetchFulfilment,
  type Fulfilment,
  type FulfilmentContent,
  fetchFulfilments,
  fetchFulfilmentContent,
} from "./read-fulfilments.ts";

const ordersMax = 50;

const openOrder = () =>
  z.object({
    id: z.string(),
    is_canceled: z.boolean(),
    has_owed_pieces: z.boolean(),
    tracking_ids: z.array(z.string()),
    lines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        item_id: z.nullable(z.string()),
        quantity: z.int(),
        owed: z.int(),
        /** Pieces were canceled or refunded. */
        is_reduced: z.boolean(),
        serials: z.array(z.string()),
      }),
    ),
  });
type OpenOrder = RowOf<typeof openOrder>;
type OpenLine = OpenOrder["lines"][number];

/**
 * Imports tracking and serial numbers of NetSuite's shipped item fulfilments into orders that are paid or on account
 * and not received yet. A fulfilment of an order that was canceled in the last 60 days is a failure, shipped or not, as
 * is a shipped one of canceled or refunded pieces. Packages are added by `shipOrder`, so that each is announced once
 * (O-085). Known tracking numbers are skipped. No further order is started once the time of a batch is up.
 */
export const importTrackingTask: TaskHandler = {
  async page(ctx, cursor) {
    const orders = await listNextOpenOrders(ctx, typeof cursor === "string" ? cursor : null);
    const until = defaultDeadline();
    const ids = orders.map(({ id }) => id);
    const fulfilments = await fetchFulfilments(ctx, ids, until);
    const failures: TaskPage["failures"] = [];
    let [found, doneCount] = [0, 0];
    // Each fulfilment is a request of its own, which takes NetSuite a second or two.
    for (const order of orders) {
      if (doneCount > 0 && Date.now() >= until) break;
      const orderFulfilments = fulfilments.filter(({ order_id }) => order_id === order.id);
      failures.push(...(await importFulfilments(ctx, order, orderFulfilments, until)));
      found += orderFulfilments.length;
      doneCount += 1;
    }
    const isLast = orders.length < ordersMax && doneCount === orders.length;
    return {
      cursor: isLast ? null : (orders[doneCount - 1]?.id ?? null),
      found,
      processed: found - failures.length,
      failures,
    };
  },
  async retry(ctx, id) {
    const until = defaultDeadline();
    const fulfilment = await fetchFulfilment(ctx, id, until);
    const [order] = fulfilment ? await listOpenOrders(ctx, sql`o.id = any(${uuids([fulfilment.order_id])})`, 1) : [];
    if (!fulfilment || !order) throw new CannotRunError("NetSuite has no such fulfilment of an open order.");
    const failures = await importFulfilments(ctx, order, await fetchFulfilments(ctx, [order.id], until), until);
    const failure = failures.find(({ record_id }) => record_id === id);
    if (failure) throw new CannotRunError(failure.reason);
  },
  unavailable: unavailableReason,
};

const listNextOpenOrders = (ctx: Ctx, after: string | null): Promise<OpenOrder[]> =>
  listOpenOrders(ctx, sql`${after}::uuid is null or o.id > ${after}::uuid`, ordersMax);

const listOpenOrders = (ctx: Ctx, where: ReturnType<typeof sql>, limit: number): Promise<OpenOrder[]> =>
  many(
    ctx,
    openOrder,
    sql`
    select
      o.id, o.status = 'canceled' as is_canceled,
      o.status <> 'canceled'
        and exists (select 1 from order_lines l where l.order_id = o.id and owed_pieces(l) > 0) as has_owed_pieces,
      array(select p ->> 'tracking_id' from jsonb_array_elements(o.shipping_data -> 'packages') p) as tracking_ids,
      coalesce((
        select json_agg(
          json_build_object(
            'id', l.id, 'name', l.name, 'item_id', p.net_suite_id, 'quantity', l.quantity, 'owed', owed_pieces(l),
            'is_reduced', l.canceled_quantity > 0 or exists (select 1 from refund_lines back where back.line_id = l.id),
            'serials', l.serial_number
          )
          order by l.position
        )
        from order_lines l
          left join products p on p.id = l.product_id
        where l.order_id = o.id
      ), '[]') as lines
    from orders o
    where (${where})
      and (
        o.status in ('processing', 'shipped')
        or o.status = 'canceled' and o.updated_at > now() - interval '60 days'
      )
      and (
        o.payment_terms_days is not null
        or exists (
          select 1 from invoices i
          where i.reference_type = 'order' and i.reference_id = o.id
            and i.payment_status not in ('pending', 'declined')
        )
      )
      and exists (select 1 from organizations g where g.id = o.org_id and g.net_suite_id is not null)
    order by o.id
    limit ${limit}`,
  );

/** Imports the fulfilments of an order, which are sorted by id. */
async function importFulfilments(
  ctx: Ctx,
  order: OpenOrder,
  fulfilments: readonly Fulfilment[],
  until: number,
): Promise<TaskPage["failures"]> {
  const failures: TaskPage["failures"] = [];
  const owners: NumberOwners = new Map();
  for (const fulfilment of fulfilments) {
    const reason = await importFulfilment(ctx, order, fulfilment, owners, until);
    if (reason !== undefined) failures.push({ record_id: fulfilment.id, reason });
  }
  return failures;
}

/** Ids of the order's first fulfilments with each tracking number in upper case. */
type NumberOwners = Map<string, string>;

async function importFulfilment(
  ctx: Ctx,
  order: OpenOrder,
  { id, is_shipped }: Fulfilment,
  owners: NumberOwners,
  until: number,
): Promise<string | undefined> {
  if (!is_shipped && !order.is_canceled) return undefined;
  try {
    const content = await fetchFulfilmentContent(ctx, id, until);
    for (const number of content.tracking_numbers)
      if (!owners.has(number.toUpperCase())) owners.set(number.toUpperCase(), id);
    const ownNumbers = content.tracking_numbers.filter((number) => owners.get(number.toUpperCase()) === id);
    const [sharedNumber] = content.tracking_numbers;
    // A package is known by its number, so a second fulfilment with it cannot be told from the first one.
    if (sharedNumber !== undefined && ownNumbers.length === 0 && order.has_owed_pieces)
      return `Fulfilment ${owners.get(sharedNumber.toUpperCase())} has the tracking number ${sharedNumber}, too. Give this one a number of its own in NetSuite, so that its pieces ship here.`;
    const knownNumbers = new Set(order.tracking_ids.map((each) => each.toUpperCase()));
    const newNumbers = ownNumbers.filter((number) => !knownNumbers.has(number.toUpperCase()));
    if (newNumbers.length === 0) return undefined;
    if (order.is_canceled) return "The order is canceled here, but NetSuite has fulfilled it. Stop the parcel.";
    // NetSuite does not say which item is in which package: all items of a fulfilment count as packed in its first one.
    const isCounted = newNumbers.length < ownNumbers.length;
    const serials = assignSerials(order, content);
    const lines: Record<string, number> = isCounted ? {} : assignQuantities(order, content, serials);
    const packages = newNumbers.map((tracking_id, place) =>
      place === 0 && !isCounted ? { tracking_id, serials, lines } : { tracking_id, lines: {} },
    );
    await shipOrder(ctx, order.id, { packages });
    for (const number of newNumbers) order.tracking_ids.push(number);
    return takeOwedPieces(order, lines);
  } catch (error) {
    if (error instanceof BadRequest) return error.issues.map(({ message }) => message).join(" ");
    if (!(error instanceof GatewayError || error instanceof Failure))
      ctx.log({ level: "error", event: "import-tracking", order_id: order.id, error: String(error) });
    return failureReason(error);
  }
}

/** Takes the packed pieces off those owed; returns a reason if canceled or refunded pieces are among them. */
function takeOwedPieces(order: OpenOrder, packedQuantities: Record<string, number>): string | undefined {
  const surplus = order.lines.flatMap((line) => {
    const unowed = (packedQuantities[line.id] ?? 0) - line.owed;
    line.owed = Math.max(0, -unowed);
    return line.is_reduced && unowed > 0 ? [`${unowed} × ${line.name}`] : [];
  });
  if (surplus.length === 0) return undefined;
  return `NetSuite has fulfilled ${surplus.join(", ")} more than is owed, because pieces were canceled or refunded here. Stop the parcel.`;
}

/**
 * Packed quantities by order line: what is owed, because a quote may have two lines of one item, then canceled and
 * refunded pieces, which are reported. A fulfilment that lists no item of the order counts as a fulfilment of all that
 * is owed, as does an item without a quantity.
 */
function assignQuantities(
  order: OpenOrder,
  { items }: FulfilmentContent,
  serials: Record<string, string[]>,
): Record<string, number> {
  const isNamed = order.lines.some(({ item_id }) => items.some((item) => item.item_id === item_id));
  if (!isNamed) return Object.fromEntries(order.lines.map(({ id, owed }) => [id, owed]));
  const remainingQuantities = new Map<string, number>();
  for (const { item_id, quantity } of items)
    remainingQuantities.set(item_id, (remainingQuantities.get(item_id) ?? 0) + (quantity ?? Number.POSITIVE_INFINITY));
  const available = ({ item_id }: OpenLine) => remainingQuantities.get(item_id ?? "") ?? 0;
  const packedQuantities: Record<string, number> = {};
  const pack = (line: OpenLine, pieces: number) => {
    packedQuantities[line.id] = (packedQuantities[line.id] ?? 0) + pieces;
    remainingQuantities.set(line.item_id ?? "", available(line) - pieces);
  };
  const fill = (line: OpenLine, max: number) =>
    pack(line, Math.max(0, Math.min(available(line), max - (packedQuantities[line.id] ?? 0))));
  for (const line of order.lines) pack(line, serials[line.id]?.length ?? 0);
  for (const line of order.lines) fill(line, line.owed);
  for (const line of order.lines) if (line.is_reduced && Number.isFinite(available(line))) fill(line, line.quantity);
  return packedQuantities;
}

/**
 * Serial numbers by order line. NetSuite names only the item: each of its lines takes as many numbers as it owes
 * pieces, and a remainder goes to the lines that have fewer numbers than pieces.
 */
function assignSerials(order: OpenOrder, { items }: FulfilmentContent): Record<string, string[]> {
  const serialsByLine: Record<string, string[]> = {};
  for (const { item_id, serials } of items) {
    const remainingSerials = [...serials];
    const fill = ({ id }: OpenLine, max: number) => {
      const lineSerials = serialsByLine[id] ?? [];
      const addedSerials = remainingSerials.splice(0, Math.max(0, max - lineSerials.length));
      if (addedSerials.length > 0) serialsByLine[id] = [...lineSerials, ...addedSerials];
    };
    const lackedQuantity = (line: OpenLine) => line.quantity - line.serials.length;
    const lines = order.lines.filter((line) => line.item_id === item_id);
    for (const line of lines) fill(line, Math.min(line.owed, lackedQuantity(line)));
    for (const line of lines) fill(line, lackedQuantity(line));
  }
  return serialsByLine;
}
