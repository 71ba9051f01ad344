import { countryCodes, isCountry } from "./countries.ts";

type Country = readonly [code: string, name: string];
let countries: Country[] | undefined;
let codes: Map<string, string> | undefined;

/** Countries by name, after the United States and Canada, to which most orders ship. */
export function listCountries(): Country[] {
  return (countries ??= nameCountries());
}

function nameCountries(): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const toCountry = (code: string): Country => [code, names.of(code) ?? code];
  const others = countryCodes.filter((code) => code !== "US" && code !== "CA").map(toCountry);
  return [toCountry("US"), toCountry("CA"), ...others.toSorted(([, one], [, other]) => one.localeCompare(other, "en"))];
}

/** `null` means all countries without shipping rates of their own. */
export const countryName = (code: string | null): string => {
  if (code === null) return "Everywhere else";
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "code" }).of(code) ?? code;
};

/** Accepts a code or an English name, in any case; undefined for other texts. */
export function findCountryCode(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[a-z]{2}$/i.test(trimmed) && isCountry(trimmed.toUpperCase())) return trimmed.toUpperCase();
  codes ??= new Map(listCountries().map(([code, name]) => [name.toLowerCase(), code]));
  return codes.get(trimmed.toLowerCase());
}

export function countryLabel(text: string): string {
  const code = findCountryCode(text);
  return code === undefined ? text : countryName(code);
}

/** Code and name of a country in lower case, because profiles of organizations have either. */
export function countrySpellings(text: string): string[] {
  const code = findCountryCode(text);
  const spellings = code === undefined ? [text.trim()] : [code, countryName(code)];
  return spellings.map((each) => each.toLowerCase());
}
