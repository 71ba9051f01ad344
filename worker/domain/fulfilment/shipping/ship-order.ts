import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/shipping.ts";
import { BadRequest } from "../../../contract/errors.ts";
import type { ShippedPackage } from "../../../contract/entities/package.ts";
import type { Ctx } from "../../context.ts";
import { type SentPackage, recordShipment } from "../packages/record-shipment.ts";
import { markReceived } from "../packages/receive-orders.ts";
import { type PackedSerial, requirePackable } from "../packages/check-serials.ts";
import { allocateContents, type PackedLine } from "../packages/package-contents.ts";
import { findSentIds } from "../packages/list-packages.ts";
import { readShippedOrder, requireShippable, type ShippedOrder } from "../packages/read-order.ts";
import { carrierName, makeShipments, requireCarrier } from "./make-shipments.ts";

type Shipping = InputOf<typeof contract.shipOrder>["body"];

/**
 * Ships packages of an order that is paid or on account (O-085, O-115); with `create` they are made at the carrier
 * first. The order moves to shipped when nothing of it is owed any more, devices are registered to its organization by
 * serial number, and the buyer is notified once for each shipment. Later calls add new packages, identified by tracking
 * number. Weights in grams.
 */
export async function shipOrder(ctx: Ctx, orderId: string, shipping: Shipping): Promise<void> {
  const order = await readShippedOrder(ctx, orderId);
  requireShippable(ctx, order);
  const knownNumbers = new Set(order.shipping_data.packages.map(({ tracking_id }) => tracking_id.toUpperCase()));
  const packed = shipping.packages.flatMap(({ id, tracking_id, serials = {} }, place) =>
    tracking_id !== undefined && knownNumbers.has(tracking_id.toUpperCase())
      ? []
      : Object.entries(serials).flatMap(([line_id, list]) =>
          list.map((serial) => ({ place, line_id, serial, parcel: id ?? tracking_id })),
        ),
  );
  const sentIds = shipping.create ? await findSentIds(ctx, orderId, packageIds(shipping.packages)) : new Set<string>();
  const isNew = ({ id, tracking_id }: ShippedPackage): boolean =>
    !knownNumbers.has((tracking_id ?? "").toUpperCase()) && !sentIds.has(id ?? "");
  const contents = allocateContents(
    order,
    shipping.packages.flatMap((each, place) => (isNew(each) ? [{ ...each, place }] : [])),
    { isReported: ctx.actor.kind === "system" },
  );
  const sent = shipping.create
    ? await createPackages(ctx, { ...shipping, order, packed, contents, sentIds })
    : await toNumberedPackages(ctx, { ...shipping, order, packed, contents });
  await recordShipment(ctx, orderId, { packages: sent, method: shipping.method || undefined });
  if (shipping.status === "received") await markReceived(ctx, [orderId]);
}

type CheckedShipping = Shipping & { order: ShippedOrder; packed: PackedSerial[]; contents: Map<number, PackedLine[]> };

const packageIds = (packages: readonly ShippedPackage[]): string[] => packages.flatMap(({ id }) => id ?? []);

const toPackedSerials = ({ serials = {} }: ShippedPackage): SentPackage["serials"] =>
  Object.entries(serials).flatMap(([line_id, list]) => list.map((serial) => ({ line_id, serial })));

async function toNumberedPackages(
  ctx: Ctx,
  { order, packages, packed, contents }: CheckedShipping,
): Promise<SentPackage[]> {
  const sentPackages = packages.map((each, place): SentPackage => {
    const { tracking_id, tracking_link, freight_carrier, freight_service } = each;
    if (tracking_id === undefined)
      throw new BadRequest([
        { code: "custom", path: ["packages", place, "tracking_id"], message: "Enter the tracking number." },
      ]);
    return {
      tracking_id,
      tracking_link: tracking_link || null,
      freight_carrier: freight_carrier || null,
      freight_service: freight_service || null,
      serials: toPackedSerials(each),
      contents: contents.get(place) ?? [],
    };
  });
  await requirePackable(ctx, order, packed);
  return sentPackages;
}

/** Serial numbers are validated before the carrier is called: a label cannot be requested twice. */
async function createPackages(
  ctx: Ctx,
  { order, packages, packed, contents, sentIds }: CheckedShipping & { sentIds: Set<string> },
): Promise<SentPackage[]> {
  const carrier = requireCarrier(ctx);
  await requirePackable(
    ctx,
    order,
    packed.filter(({ place }) => !sentIds.has(packages[place]?.id ?? "")),
  );
  const shipments = await makeShipments(ctx, order, packages, contents);
  return shipments.map(({ id, tracking_id }, place): SentPackage => {
    const each = packages[place];
    return {
      id,
      tracking_id,
      tracking_link: carrier.linkOf(tracking_id),
      freight_carrier: carrierName,
      freight_service: each?.freight_service ?? null,
      serials: each ? toPackedSerials(each) : [],
      contents: contents.get(place) ?? [],
    };
  });
}
