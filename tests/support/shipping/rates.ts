import { countryCodes } from "../../../worker/contract/buying/countries.ts";
import type { BodyOf } from "../../../worker/contract/endpoint.ts";
import { createShippingRate } from "../../../worker/contract/v1/admin/shipping-rates.ts";
import { signedInAdmin } from "../actors.ts";
import { query } from "../database.ts";
import { address } from "../store.ts";

/** A random country without rates that no seed and hardly any other test uses. */
export async function findFreeCountry(): Promise<string> {
  const rows = await query<{ country: string }>(
    "select distinct country from shipping_rates where country is not null",
  );
  const usedCountries = new Set(["US", "CA", "GB", "DE", ...rows.map(({ country }) => country)]);
  const freeCountries = countryCodes.filter((code) => !usedCountries.has(code));
  const country = freeCountries[Math.floor(Math.random() * freeCountries.length)];
  if (!country) throw new Error("every country has a rate");
  return country;
}

type RateBody = BodyOf<typeof createShippingRate>;

export async function createRate(fields: Partial<RateBody> = {}) {
  const { client } = await signedInAdmin();
  const country = fields.country === undefined ? await findFreeCountry() : fields.country;
  const body = { option: "Ground", price: 20_00, days_min: 2, days_max: 4, ...fields, country };
  const rate = (await client.call(createShippingRate, { body })).reply();
  return { admin: client, rate, country: country ?? "", address: { ...address, country: country ?? "", state: "" } };
}
