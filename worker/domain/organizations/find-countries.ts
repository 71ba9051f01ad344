import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { countryLabel, findCountryCode, listCountries } from "../../contract/buying/country-names.ts";
import type { FindManyInput } from "../../contract/forms/finding.ts";
import type { ReadCtx } from "../context.ts";
import { many } from "../sql.ts";

type Country = { id: string; name: string };
export type CountryChoices = FindManyInput & {
  found: Country[];
  has_more: boolean;
  /** The selected countries, then the countries with the most organizations. */
  named: (Country & { why?: string })[];
};

const spellingsMax = 200;
const suggestedMax = 6;
const resultsMax = 20;

const countryRow = () => z.object({ country: z.string(), organizations: z.int() });

/**
 * Countries by code or a part of their name. Organizations enter their country as free text: a text that is neither a
 * code nor an English name of a country is a choice of its own.
 */
export async function findCountries(ctx: ReadCtx, input: FindManyInput): Promise<CountryChoices> {
  const rows = await many(
    ctx,
    countryRow,
    sql`
    select min(btrim(address ->> 'country')) as country, count(*)::int as organizations from organizations
    where btrim(address ->> 'country') <> ''
    group by lower(btrim(address ->> 'country')) order by 2 desc, 1 limit ${spellingsMax}`,
  );
  const counts = new Map<string, number>();
  for (const { country, organizations } of rows) {
    const id = findCountryCode(country) ?? country;
    counts.set(id, (counts.get(id) ?? 0) + organizations);
  }
  const { search_text, chosen } = input;
  const searchText = search_text.toLowerCase();
  const isFound = (id: string, name: string) =>
    searchText !== "" &&
    !chosen.includes(id) &&
    (name.toLowerCase().includes(searchText) || id.toLowerCase() === searchText);
  const suggestedIds = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, suggestedMax)
    .map(([id]) => id)
    .filter((id) => !isFound(id, countryLabel(id)));
  const named = [...new Set([...chosen, ...suggestedIds])].map((id) => {
    const count = counts.get(id);
    return {
      id,
      name: countryLabel(id),
      ...(count !== undefined && { why: count === 1 ? "1 organization" : `${count} organizations` }),
    };
  });
  const freeTextCountries = [...counts.keys()]
    .filter((id) => findCountryCode(id) === undefined)
    .map((id) => [id, id] as const);
  const found = [...listCountries(), ...freeTextCountries]
    .filter(([id, name]) => isFound(id, name))
    .map(([id, name]) => ({ id, name }));
  return { ...input, found: found.slice(0, resultsMax), has_more: found.length > resultsMax, named };
}
