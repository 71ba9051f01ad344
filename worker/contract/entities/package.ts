import * as z from "zod/mini";
import { orderStatuses, packageStatuses } from "../../../db/enums.ts";
import { described, freeText, instant, serial, uuid } from "../fields.ts";
import { must } from "../issue-messages.ts";
import { shippingPackage } from "./order.ts";

const text = () => z.nullable(z.string());

export const packageShape = {
  ...shippingPackage.shape,
  id: described(z.string(), "Our ID; the carrier uses it in base 36, 25 letters and digits"),
  tracking_id: described(text(), "Null: not yet assigned by the carrier"),
  status: z.enum(packageStatuses),
  note: described(text(), "Last tracking event in the carrier's words"),
  weight_grams: described(z.nullable(z.int()), "Null: shipped outside of this system"),
  has_label: z.boolean(),
  devices: z.array(z.object({ line_id: z.string(), serial: z.string() })),
  lines: described(
    z.array(z.object({ line_id: z.string(), quantity: described(z.int(), "Pieces in the package") })),
    "Content; empty if it was not recorded",
  ),
  delivered_at: z.nullable(instant()),
  created_at: instant(),
};

/** Domestic services (https://developer.fedex.com/api/en-us/guides/api-reference.html). */
export const freightServices = ["FEDEX_GROUND", "FEDEX_2_DAY", "STANDARD_OVERNIGHT"] as const;

const serviceNames: Record<string, string> = {
  FEDEX_GROUND: "Ground",
  FEDEX_2_DAY: "2 Day",
  STANDARD_OVERNIGHT: "Overnight",
};
export const serviceText = (service: string): string => serviceNames[service] ?? service;

/** The service that a shipping option names, such as "2 Day Air"; undefined if none. */
export const serviceOfOption = (option: string | null): string | undefined =>
  freightServices.find((each) => option?.toLowerCase().includes(serviceText(each).toLowerCase()));

/** The carrier's parcel services take up to 68 kg, 150 lb. */
export const weightMaxGrams = 68_000;
const tooHeavy =
  "be at most 68,000 g: book a heavier package as freight in the carrier's own program, and enter its tracking number";

const isWebAddress = (value: string) => value === "" || /^https?:\/\/[^\s]+$/.test(value);

/** Has a tracking number, or is created at the carrier. */
export const shippedPackage = z.object({
  id: described(z.optional(uuid()), "Package ID chosen by the caller, which makes retries safe; generated if omitted"),
  tracking_id: z.optional(
    freeText(64, "Tracking number; required unless the shipment is created here").check(z.minLength(1)),
  ),
  tracking_link: z.nullish(
    freeText(1024, "Tracking page").check(z.refine(isWebAddress, { error: must("begin with https:// or http://") })),
  ),
  freight_carrier: z.nullish(freeText(64, "Carrier")),
  freight_service: z.nullish(freeText(64, "Service level of the carrier")),
  weight_grams: described(
    z.optional(
      z
        .int({ error: must("be a whole number of grams from 1 to 68,000") })
        .check(z.gte(1), z.lte(weightMaxGrams, { error: must(tooHeavy) })),
    ),
    "Weight in grams, at most 68 kg; required if the shipment is created here. Heavier packages go as freight and ship with tracking_id",
  ),
  lines: described(
    z.optional(z.record(uuid(), z.int().check(z.gte(0), z.lte(1_000_000)))),
    "Quantities in the package, by order line ID. Omitted, the quantities are those of the serial numbers; the only package takes all that is still owed of the other lines",
  ),
  serials: described(
    z.optional(z.record(uuid(), z.array(serial()).check(z.maxLength(500)))),
    "Serial numbers in the package, by order line ID",
  ),
});
export type ShippedPackage = z.output<typeof shippedPackage>;

export const shipmentStatus = z
  .enum(orderStatuses)
  .check(
    z.refine(
      (status) => status === "shipped" || status === "received",
      "A shipment moves an order to shipped or received, never back.",
    ),
  );
