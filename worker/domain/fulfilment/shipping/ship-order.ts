import { BadRequest } from "../../../contract/errors.ts";
import type { ShippedPackage } from "../../../contract/entities/package.ts";
import type { Ctx } from "../../context.ts";
import { type Leaving, recordShipment } from "../packages/record-shipment.ts";
import { markReceived } from "../packages/receive-orders.ts";
import { type PackedSerial, requirePackable } from "../packages/check-serials.ts";
import { readSent } from "../packages/list-packages.ts";
import { readShippedOrder, requireShippable, type ShippedOrder } from "../packages/read-order.ts";
import { carrierName, makeShipments, requireCarrier } from "./make-shipments.ts";

type Shipping = {
  packages: readonly ShippedPackage[];
  method?: string | undefined;
  /** "received": the packages have already arrived. */
  status?: string | undefined;
  /** Makes the shipments at the carrier instead of recording given tracking numbers. */
  create?: boolean | undefined;
};

/**
 * Ships packages of a paid order (O-085, O-115); with `create` they are made at the carrier first. The order moves to
 * shipped, devices are registered to its organization by serial number, and the buyer is notified once. Later calls add
 * new packages, identified by tracking number. Weights in grams.
 */
export async function shipOrder(ctx: Ctx, orderId: string, shipping: Shipping): Promise<void> {
  const order = await readShippedOrder(ctx, orderId);
  requireShippable(ctx, order);
  const known = new Set(order.shipping_data.packages.map(({ tracking_id }) => tracking_id.toUpperCase()));
  const packed = shipping.packages.flatMap(({ id, tracking_id, serials = {} }, place) =>
    tracking_id !== undefined && known.has(tracking_id.toUpperCase())
      ? []
      : Object.entries(serials).flatMap(([line_id, list]) =>
          list.map((serial) => ({ place, line_id, serial, parcel: id ?? tracking_id })),
        ),
  );
  const leaving = shipping.create
    ? await make(ctx, { ...shipping, order, packed })
    : await take(ctx, { ...shipping, order, packed });
  await recordShipment(ctx, orderId, { packages: leaving, method: shipping.method || undefined });
  if (shipping.status === "received") await markReceived(ctx, [orderId]);
}

type Checked = Shipping & { order: ShippedOrder; packed: PackedSerial[] };

const serialsOf = ({ serials = {} }: ShippedPackage): Leaving["serials"] =>
  Object.entries(serials).flatMap(([line_id, list]) => list.map((serial) => ({ line_id, serial })));

async function take(ctx: Ctx, { order, packages, packed }: Checked): Promise<Leaving[]> {
  const leaving = packages.map((each, place): Leaving => {
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
      serials: serialsOf(each),
    };
  });
  await requirePackable(ctx, order, packed);
  return leaving;
}

/** Serial numbers are validated before the carrier is called: a label cannot be requested twice. */
async function make(ctx: Ctx, { order, packages, packed }: Checked): Promise<Leaving[]> {
  const carrier = requireCarrier(ctx);
  const ids = packages.flatMap(({ id }) => id ?? []);
  const done = await readSent(ctx, order.id, ids);
  await requirePackable(
    ctx,
    order,
    packed.filter(({ place }) => !done.has(packages[place]?.id ?? "")),
  );
  const made = await makeShipments(ctx, order, packages);
  return made.map(({ id, tracking_id }, place): Leaving => {
    const each = packages[place];
    return {
      id,
      tracking_id,
      tracking_link: carrier.linkOf(tracking_id),
      freight_carrier: carrierName,
      freight_service: each?.freight_service ?? null,
      serials: each ? serialsOf(each) : [],
    };
  });
}
