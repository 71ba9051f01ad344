import { countryCodes } from "../worker/contract/buying/countries.ts";

type Country = readonly [code: string, name: string];
let countries: Country[] | undefined;

/** By name, after the two that most orders ship to. */
export function listCountries(): Country[] {
  return (countries ??= nameCountries());
}

function nameCountries(): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const named = (code: string): Country => [code, names.of(code) ?? code];
  const others = countryCodes.filter((code) => code !== "US" && code !== "CA").map(named);
  return [named("US"), named("CA"), ...others.toSorted(([, one], [, other]) => one.localeCompare(other, "en"))];
}

/** Null stands for all countries without rates of their own. */
export const countryName = (code: string | null): string => {
  if (code === null) return "Everywhere else";
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "code" }).of(code) ?? code;
};
