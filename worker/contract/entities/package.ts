import * as z from "zod/mini";
import { orderStatuses, packageStatuses } from "../../../db/enums.ts";
import { describe, freeText, instant, serial, uuid } from "../fields.ts";
import { must } from "../issue-messages.ts";
import { shippingPackage } from "./order.ts";

const text = () => z.nullable(z.string());

export const packageShape = {
  ...shippingPackage.shape,
  id: describe(z.string(), "Our ID; the carrier uses it in base 36, 25 letters and digits"),
  tracking_id: describe(text(), "Null: not yet assigned by the carrier"),
  status: z.enum(packageStatuses),
  note: describe(text(), "Last tracking event in the carrier's words"),
  weight_grams: describe(z.nullable(z.int()), "Null: shipped outside of this system"),
  has_label: z.boolean(),
  has_customs_invoice: describe(z.boolean(), "Whether a commercial invoice for customs can be printed"),
  devices: z.array(z.object({ line_id: z.string(), serial: z.string() })),
  lines: describe(
    z.array(z.object({ line_id: z.string(), quantity: describe(z.int(), "Pieces in the package") })),
    "Content; empty if it was not recorded",
  ),
  delivered_at: z.nullable(instant()),
  created_at: instant(),
};

// https://developer.fedex.com/api/en-us/guides/api-reference.html
const domesticServices = ["FEDEX_GROUND", "FEDEX_2_DAY", "STANDARD_OVERNIGHT"] as const;
const internationalServices = ["INTERNATIONAL_ECONOMY", "FEDEX_INTERNATIONAL_PRIORITY"] as const;

export const freightServices = [...domesticServices, ...internationalServices] as const;

/** Between the United States and Canada, FEDEX_GROUND is International Ground. */
const groundCountries = ["US", "CA"];

/** `country` is null for an order without a shipping address. */
export function listServices(country: string | null, sender_country: string): readonly string[] {
  if (country === null || country === sender_country) return domesticServices;
  const isByGround = groundCountries.includes(country) && groundCountries.includes(sender_country);
  return isByGround ? ["FEDEX_GROUND", ...internationalServices] : internationalServices;
}

const serviceNames: Record<string, string> = {
  FEDEX_GROUND: "Ground",
  FEDEX_2_DAY: "2 Day",
  STANDARD_OVERNIGHT: "Overnight",
  INTERNATIONAL_ECONOMY: "International Economy",
  FEDEX_INTERNATIONAL_PRIORITY: "International Priority",
};
export const serviceText = (service: string): string => serviceNames[service] ?? service;

/** The service that a shipping option names, such as "2 Day Air"; undefined if none. */
const findOptionService = (option: string | null, services: readonly string[]): string | undefined =>
  services.find((each) =>
    new RegExp(`\\b${serviceText(each).replace("International ", "")}\\b`, "i").test(option ?? ""),
  );

/** Common names of shipping options that are no service, with services in order of preference. */
const servicesByName: readonly [name: RegExp, services: readonly string[]][] = [
  [/\b(express|priority|next[ -]day)\b/i, ["STANDARD_OVERNIGHT", "FEDEX_INTERNATIONAL_PRIORITY"]],
  [/\b(2|two|second)[ -]?day\b/i, ["FEDEX_2_DAY"]],
  [/\b(standard|economy|free)\b/i, ["FEDEX_GROUND", "INTERNATIONAL_ECONOMY"]],
  [/\binternational\b/i, ["INTERNATIONAL_ECONOMY"]],
];

/** A proposal that an administrator confirms; it is never applied by itself. */
export const proposeService = (option: string | null, services: readonly string[]): string | undefined =>
  servicesByName
    .filter(([name]) => name.test(option ?? ""))
    .flatMap(([, usual]) => usual)
    .find((each) => services.includes(each));

/** The service of the paid rate if it serves the destination; otherwise the service that the rate's option names. */
export const findPaidService = (
  { service, option }: { service: string | null; option: string | null },
  services: readonly string[],
): string | undefined =>
  service !== null && services.includes(service) ? service : findOptionService(option, services);

/** The carrier's parcel services take up to 68 kg, 150 lb. */
export const weightMaxGrams = 68_000;
const tooHeavyRule =
  "be at most 68,000 g: book a heavier package as freight in the carrier's own program, and enter its tracking number";

const isWebAddress = (value: string) => value === "" || /^https?:\/\/[^\s]+$/.test(value);

/** A package that has a tracking number, or whose shipment is created at the carrier. */
export const shippedPackage = z.object({
  id: describe(z.optional(uuid()), "Package ID chosen by the caller, which makes retries safe; generated if omitted"),
  tracking_id: z.optional(
    freeText(64, "Tracking number; required unless the shipment is created here").check(z.minLength(1)),
  ),
  tracking_link: z.nullish(
    freeText(1024, "Tracking page").check(z.refine(isWebAddress, { error: must("begin with https:// or http://") })),
  ),
  freight_carrier: z.nullish(freeText(64, "Carrier")),
  freight_service: z.nullish(freeText(64, "Service level of the carrier")),
  weight_grams: describe(
    z.optional(
      z
        .int({ error: must("be a whole number of grams from 1 to 68,000") })
        .check(z.gte(1), z.lte(weightMaxGrams, { error: must(tooHeavyRule) })),
    ),
    "Weight in grams, at most 68 kg; omitted, that of the products in it, which all need one. Heavier packages go as freight and ship with tracking_id",
  ),
  itn: describe(
    z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^(AES ?)?X\d{14}$/, "An ITN is an X and 14 digits, such as X20261128123456."),
        ),
    ),
    "Internal transaction number of the export filing; required for packages from the United States to other countries than Canada with more than $2,500 of one HS code",
  ),
  lines: describe(
    z.optional(z.record(uuid(), z.int().check(z.gte(0), z.lte(1_000_000)))),
    "Quantities in the package, by order line ID. Omitted, the quantities are those of the serial numbers; the only package takes all that is still owed of the other lines",
  ),
  serials: describe(
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

/** Value and hint of the service field: the paid service, else a marked proposal, else the user chooses. */
export function serviceChoice(
  paid: { service: string | null; option: string | null },
  services: readonly string[],
): { value: string; hint: string | undefined } {
  const hint = paid.option === null ? undefined : `The buyer chose ${paid.option}.`;
  const value = findPaidService(paid, services);
  if (value !== undefined) return { value, hint };
  const proposal = proposeService(paid.option, services);
  if (proposal !== undefined) return { value: proposal, hint: `${hint} Is it ${serviceText(proposal)}?` };
  return { value: "", hint: hint && `${hint} It names no service of the carrier: choose one.` };
}
