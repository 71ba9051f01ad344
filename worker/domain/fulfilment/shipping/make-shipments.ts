import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { packageStatuses } from "../../../../db/enums.ts";
import { BadRequest } from "../../../contract/errors.ts";
import { sumWeight } from "../../../contract/buying/customs.ts";
import { listServices, type ShippedPackage, weightMaxGrams } from "../../../contract/entities/package.ts";
import type { FulexGateway, Shipment } from "../../../gateways/fulex/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { isFree, newLease, expiredLease } from "../../platform/index.ts";
import type { ShippedOrder } from "../packages/read-order.ts";
import { maybeOne, one } from "../../sql.ts";
import type { PackedLine } from "../packages/package-contents.ts";
import { type Customs, buildCustoms, toGoods } from "./customs.ts";
import { saveDocument } from "./labels.ts";

export const carrierName = "Fulex";

type ShipmentRequest = { id: string; service: string; weight_grams: number; customs?: Customs | undefined };
export type MadeShipment = { id: string; tracking_id: string };

const issueError = (path: (string | number)[], message: string) => new BadRequest([{ code: "custom", path, message }]);

export const hasCarrier = ({ gateways: { fulex } }: ReadCtx): boolean => fulex !== undefined;

export const findSender = ({ gateways: { fulex } }: ReadCtx): string | undefined => fulex?.sender;

export const findSenderCountry = ({ gateways: { fulex } }: ReadCtx): string | undefined => fulex?.country;

/** @throws BadRequest if the shop has no account at the carrier */
export function requireCarrier({ gateways: { fulex } }: Ctx): FulexGateway {
  if (!fulex)
    throw issueError(["create"], "The shop has no account at the carrier Fulex. Set it up, or enter tracking numbers.");
  return fulex;
}

/**
 * Makes a shipment at the carrier for each package in turn and stores the labels. Each package is recorded before the
 * carrier is called and again once it has a number, so a retry continues after any failure (ADR-041). @throws
 * BadRequest with the carrier's reason for a refusal, GatewayError if it does not answer
 */
export async function makeShipments(
  ctx: Ctx,
  order: ShippedOrder,
  packages: readonly ShippedPackage[],
  contents: ReadonlyMap<number, PackedLine[]>,
): Promise<MadeShipment[]> {
  const carrier = requireCarrier(ctx);
  const requests = packages.map((each, place) =>
    toShipmentRequest(each, { place, order, sender: carrier.country, content: contents.get(place) }),
  );
  const shipments: MadeShipment[] = [];
  for (const [place, parcel] of requests.entries())
    shipments.push(await makeShipment(ctx, carrier, order, { ...parcel, place }));
  return shipments;
}

type Packing = {
  place: number;
  order: ShippedOrder;
  sender: string;
  /** Undefined for a package that was sent before. */
  content: PackedLine[] | undefined;
};

function toShipmentRequest(parcel: ShippedPackage, { place, order, sender, content }: Packing): ShipmentRequest {
  const { id = crypto.randomUUID(), freight_service, itn } = parcel;
  const country = order.shipping_data.address?.country ?? null;
  const services = listServices(country, sender);
  const service = services.find((each) => each === freight_service);
  const isAbroad = country !== null && country !== sender;
  const goods = content && toGoods(order, content);
  const customs = isAbroad && goods ? buildCustoms(goods, { place, sender, country, itn }) : undefined;
  if (!service)
    throw issueError(["packages", place, "freight_service"], `Choose one of the services ${services.join(", ")}.`);
  if (!goods) return { id, service, weight_grams: parcel.weight_grams ?? 0 };
  const productWeight = sumWeight(goods);
  const weight_grams = parcel.weight_grams ?? productWeight;
  if (weight_grams === undefined || weight_grams === 0)
    throw issueError(["packages", place, "weight_grams"], "Enter the weight in grams.");
  if (weight_grams > weightMaxGrams)
    throw issueError(
      ["packages", place, "weight_grams"],
      `Its products weigh ${formatGrams(weight_grams)}, and a label is for at most ${formatGrams(weightMaxGrams)}. Pack them in several packages, or book it as freight in the carrier's own program and enter its tracking number.`,
    );
  // The carrier refuses commodities that are heavier than their package.
  if (customs && weight_grams < (productWeight ?? 0))
    throw issueError(
      ["packages", place, "weight_grams"],
      `Its products weigh ${formatGrams(productWeight ?? 0)}, so the package cannot weigh less.`,
    );
  return { id, service, weight_grams, customs };
}

const formatGrams = (weight: number) => `${weight.toLocaleString("en-US")} g`;

type PlacedRequest = ShipmentRequest & { place: number };

async function makeShipment(
  ctx: Ctx,
  carrier: FulexGateway,
  order: ShippedOrder,
  request: PlacedRequest,
): Promise<MadeShipment> {
  const claim = await claimPackage(ctx, order, request);
  if (claim.tracking_id !== null) return { id: request.id, tracking_id: claim.tracking_id };
  const { was_asked: mayExist, is_settled: isSettled } = claim;
  const shipment = await createShipment(ctx, carrier, order, { ...request, mayExist, isSettled });
  const { label, customs_invoice } = shipment;
  const has_label = label !== undefined && (await saveDocument(ctx, { kind: "labels", id: request.id }, label));
  const has_customs_invoice =
    customs_invoice !== undefined &&
    (await saveDocument(ctx, { kind: "customs-invoices", id: request.id }, customs_invoice));
  await ctx.db.execute(sql`
    update packages set
      status = 'made', tracking_id = ${shipment.tracking_id}, has_label = ${has_label},
      has_customs_invoice = ${has_customs_invoice},
      tracking_link = ${carrier.linkOf(shipment.tracking_id)}, updated_at = now()
    where id = ${request.id} and status = 'asked'`);
  return { id: request.id, tracking_id: shipment.tracking_id };
}

/**
 * Time after which a shipment whose answer was lost certainly does not exist, if tracking does not know its reference.
 * Tracking is fed by scans and uploads, and the carrier documents no shorter delay.
 */
export const settledAfter = sql`interval '1 day'`;

export const mayExistText = `${carrierName} did not answer when this label was requested, and may have made it. The shop looks for the label each hour. Another label can be made after a day; until then, ship with a tracking number of the carrier's own program.`;

/**
 * The carrier's Ship call is not idempotent: a shipment that may exist is looked up by our reference, and no other is
 * created for a day.
 */
async function createShipment(
  ctx: Ctx,
  carrier: FulexGateway,
  order: ShippedOrder,
  { id, place, mayExist, isSettled, ...parcel }: PlacedRequest & { mayExist: boolean; isSettled: boolean },
): Promise<Shipment> {
  const findExisting = async (): Promise<Shipment | undefined> => {
    const tracking_id = await carrier.findShipment(id);
    return tracking_id === undefined ? undefined : { tracking_id, label: undefined, customs_invoice: undefined };
  };
  try {
    const existing = mayExist ? await findExisting() : undefined;
    if (existing) return existing;
    if (mayExist && !isSettled) throw issueError(["packages", place], mayExistText);
    if (mayExist) await ctx.db.execute(sql`update packages set created_at = now() where id = ${id}`);
    const answer = await carrier.ship({ id, ...parcel, to: toDestination(order) });
    if (!("refusal" in answer)) return answer;
    // The row remains if an earlier request may have created the shipment, so that the shipment can still be found.
    if (!mayExist) await ctx.db.execute(sql`delete from packages where id = ${id} and status = 'asked'`);
    throw issueError(["packages", place], `${carrierName} refused the shipment: ${answer.refusal}`);
  } catch (error) {
    const isLost = error instanceof GatewayError && error.retryable && !error.is_without_effect;
    const existing = isLost ? await findExisting().catch(() => undefined) : undefined;
    if (existing) return existing;
    if (error instanceof GatewayError && error.is_without_effect && !mayExist)
      await ctx.db.execute(sql`delete from packages where id = ${id} and status = 'asked'`);
    // The released lease lets the next request look the shipment up first.
    await ctx.db.execute(sql`update packages set lease_until = ${expiredLease} where id = ${id} and status = 'asked'`);
    throw error;
  }
}

function toDestination({ shipping_data: { personal_data: person, address } }: ShippedOrder) {
  if (!address) throw new Error("an order without an address was given to the carrier");
  const { recipient, ...place } = address;
  return { ...place, name: recipient ?? `${person.first_name} ${person.last_name}`, phone: person.phone };
}

const claimedPackage = () => z.object({ was_asked: z.boolean(), is_settled: z.boolean() });
const packageRow = () =>
  z.object({ order_id: z.string(), status: z.enum(packageStatuses), tracking_id: z.nullable(z.string()) });
type Claim = { was_asked: boolean; is_settled: boolean; tracking_id: string | null };

const pollMs = 250;
const triesMax = 60;

/**
 * Leases a package for a minute, or waits for a concurrent holder and returns that holder's tracking number. The order
 * must still have the label's address; the claim changes the order's `updated_at`, so that a concurrent
 * `setShippingAddress` fails.
 */
async function claimPackage(
  ctx: Ctx,
  { id: orderId, shipping_data }: ShippedOrder,
  request: PlacedRequest,
): Promise<Claim> {
  const { address } = shipping_data;
  const parcel = JSON.stringify({ service: request.service, weight_grams: request.weight_grams });
  for (let tries = 0; tries < triesMax; tries += 1) {
    const claim = await maybeOne(
      ctx,
      claimedPackage,
      sql`
      with o as (
        update orders set updated_at = greatest(now(), updated_at + interval '1 millisecond')
        where id = ${orderId}
          and nullif(shipping_data -> 'address', 'null')
            is not distinct from ${address && JSON.stringify(address)}::jsonb
        returning id
      )
      insert into packages as p (id, order_id, status, parcel, freight_carrier, freight_service, lease_until)
      select
        ${request.id}, o.id, 'asked', ${parcel}::jsonb, ${carrierName}, ${request.service}, ${newLease}
      from o
      on conflict (id) do update set lease_until = excluded.lease_until
        where p.order_id = excluded.order_id and p.status = 'asked' and ${isFree("p")}
      returning
        old.id is not null as was_asked,
        coalesce(old.created_at < now() - ${settledAfter}, false) as is_settled`,
    );
    if (claim) return { ...claim, tracking_id: null };
    const existing = await one(
      ctx,
      packageRow,
      sql`select order_id, status, tracking_id from packages where id = ${request.id}`,
      () => new GatewayError("fulex", "a concurrent request was refused", { retryable: true }),
    );
    if (existing.order_id !== orderId)
      throw issueError(["packages", request.place, "id"], "This package belongs to another order.");
    if (existing.status === "canceled")
      throw issueError(
        ["packages", request.place, "id"],
        "This package was canceled. Omit its id to create another one.",
      );
    if (existing.tracking_id !== null) return { was_asked: true, is_settled: true, tracking_id: existing.tracking_id };
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new GatewayError("fulex", "a concurrent request is creating the shipment", { retryable: true });
}
