import { countryName } from "../buying/country-names.ts";

type Place = { country?: string | null | undefined; city?: string | null | undefined };

/** Such as "Berlin, Germany"; undefined if the edge does not know. */
export function placeName({ country, city }: Place): string | undefined {
  const parts = [city, country && countryName(country)].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
}
