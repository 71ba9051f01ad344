export { countryName, listCountries } from "../worker/contract/buying/country-names.ts";
