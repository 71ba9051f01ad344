import type * as z from "zod/mini";
import type { shownAddress } from "../contract/entities/address.ts";

export type PrintedAddress = z.output<typeof shownAddress>;
/** Created on first use: loading Intl's tables takes long. */
let countryNames: Intl.DisplayNames | undefined;

export const addressLines = (address: PrintedAddress | null): string[] => {
  if (!address) return [];
  const { recipient, company, line1, line2, city, state, postal_code, country } = address;
  const town = [city, [state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [recipient, company, line1, line2, town, countryName(country)].filter((line): line is string => Boolean(line));
};

const countryName = (code: string): string => {
  try {
    return (countryNames ??= new Intl.DisplayNames("en", { type: "region" })).of(code) ?? code;
  } catch {
    return code;
  }
};
