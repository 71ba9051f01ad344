import type { NetSuiteCustomer } from "../../gateways/net-suite/index.ts";
import type { ImportedOrganization } from "../organizations/index.ts";

/** Null without a street, city or two-letter country code; the import then leaves our address unchanged. */
export function toAddress(address: NetSuiteCustomer["address"]): ImportedOrganization["address"] {
  const { line1, line2, city, state, postal_code, country } = address;
  if (!line1 || !city || !country || !/^[A-Z]{2}$/i.test(country)) return null;
  return { line1, line2, city, state: state ?? "", postal_code: postal_code ?? "", country: country.toUpperCase() };
}
