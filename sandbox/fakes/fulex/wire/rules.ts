import type { z } from "zod";
import type * as wire from "./messages.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const maxKg = 68;
const statePatterns: Record<string, RegExp> = { US: /^[A-Z]{2}$/, CA: /^[A-Z]{2}$/ };
const postalCodeCodes = {
  SHIPPER: "COUNTRY.POSTALCODE.INVALID",
  RECIPIENTS: "DESTINATION.POSTALCODE.MISSING.ORINVALID",
};
const postalCodePatterns: Record<string, RegExp> = { US: /^\d{5}(-?\d{4})?$/, CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/ };

export type ShipBody = z.output<typeof wire.shipBody>;

export function requireAddress(
  party: keyof typeof postalCodeCodes,
  { countryCode, stateOrProvinceCode, postalCode }: ShipBody["requestedShipment"]["shipper"]["address"],
) {
  const [state, postal] = [statePatterns[countryCode], postalCodePatterns[countryCode]];
  if (state && !state.test(stateOrProvinceCode ?? ""))
    throw new Refusal(`${party}.STATEORPROVINCECODE.INVALID`, "The state or province code is missing or invalid.");
  if (postal && !postal.test(postalCode))
    throw new Refusal(postalCodeCodes[party], "The postal code is missing or invalid.");
}

/** Requires "exactly 10 digits, plus an optional leading country code", for the United States and Canada. */
export function requirePhone(number: string, country: string) {
  if ((country === "US" || country === "CA") && !/^1?\d{10}$/.test(number))
    throw new Refusal("INVALID.INPUT.EXCEPTION", "Invalid field value in the input: phoneNumber.");
}

/**
 * Requires the package's weight unit for all commodities, commodities no heavier than the package, and a total customs
 * value, if there is one, that is the sum of the commodities' values.
 */
export function requireClearance({
  customsClearanceDetail: detail,
  requestedPackageLineItems: [item],
}: ShipBody["requestedShipment"]) {
  if (!detail)
    throw new Refusal("CUSTOMSCLEARANCEDETAIL.REQUIRED", "Customs clearance detail is required for this shipment.");
  const { commodities, totalCustomsValue } = detail;
  if (commodities.some(({ weight }) => weight.units !== item?.weight.units))
    throw new Refusal("COMMODITY.WEIGHTUNITS.MISMATCH", "Commodity and package weight units must be the same.");
  if (commodities.reduce((sum, { weight }) => sum + weight.value, 0) > (item?.weight.value ?? 0) + 0.01)
    throw new Refusal("COMMODITY.WEIGHT.EXCEEDS", "Commodity weight must not exceed the package weight.");
  const cents = commodities.reduce((sum, { customsValue }) => sum + Math.round(customsValue.amount * 100), 0);
  if (totalCustomsValue && Math.round(totalCustomsValue.amount * 100) !== cents)
    throw new Refusal("TOTALCUSTOMSVALUE.INVALID", "Total customs value must be the sum of the commodities.");
}

type Item = ShipBody["requestedShipment"]["requestedPackageLineItems"][number];

/**
 * The reference of an item, of at most 40 characters (30 for Ground). Null without `groupPackageCount`, which
 * FedEx requires for a reference: "groupPackageCount must be specified".
 */
export function readReference({ customerReferences = [], groupPackageCount }: Item, service: string): string | null {
  const value = customerReferences.find((each) => each.customerReferenceType === "CUSTOMER_REFERENCE")?.value ?? null;
  if (value !== null && value.length > (service === "FEDEX_GROUND" ? 30 : 40))
    throw new Refusal("INVALID.INPUT.EXCEPTION", "Invalid field value in the input: customerReferences.value.");
  return groupPackageCount === undefined ? null : value;
}

const dayMs = 86_400_000;

/** Requires a range of at most 30 days that does not end in the future; the carrier's days are in Memphis time. */
export function requireRange({
  shipDateBegin,
  shipDateEnd,
}: z.output<typeof wire.referencesBody>["referencesInformation"]) {
  const days = (Date.parse(shipDateEnd) - Date.parse(shipDateBegin)) / dayMs;
  if (days < 0 || days > 30)
    throw new Refusal("TRACKING.SHIPDATERANGE.ERROR", "Invalid date range. Begin to End date exceeds 30 days.");
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" }).format();
  if (shipDateEnd > today)
    throw new Refusal("TRACKING.SHIPDATEEND.FUTURE", "Invalid ship date range. End date must not be in the future.");
}
