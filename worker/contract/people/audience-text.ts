import { countryLabel } from "../buying/country-names.ts";
import type { Audience } from "../entities/audience.ts";
import { roleNames } from "./role-labels.ts";

const namedMax = 3;
const or = new Intl.ListFormat("en-US", { type: "disjunction" });
const and = new Intl.ListFormat("en-US", { type: "conjunction" });

function formatAlternatives(names: readonly string[]): string {
  const named = names.slice(0, names.length === namedMax + 1 ? namedMax + 1 : namedMax);
  const more = names.length - named.length;
  return or.format(more > 0 ? [...named, `${more.toLocaleString("en-US")} others`] : named);
}

/**
 * The conditions as the end of a sentence: "own CGX Nova 10 and are in Germany". `names` are by id; an id without a
 * name was deleted.
 */
export function audienceText(audience: Audience, names: Readonly<Record<string, string>>): string {
  const { product_ids, version_ids, or_older, plan_ids, renews_within_days: days } = audience;
  const { price_levels, roles, countries, org_ids, user_ids } = audience;
  const formatNames = (ids: readonly string[], description: string) =>
    formatAlternatives(ids.map((id) => names[id] ?? `a deleted ${description}`));
  const renews = days === undefined ? "" : ` that renews within ${days === 1 ? "a day" : `${days} days`}`;
  return and.format([
    ...(product_ids ? [`own ${formatNames(product_ids, "product")}`] : []),
    ...(version_ids
      ? [`downloaded ${formatNames(version_ids, "version")}${or_older ? " or an older version" : ""}`]
      : []),
    ...(plan_ids
      ? [`subscribe to ${formatNames(plan_ids, "product")}${renews}`]
      : renews
        ? [`have a plan${renews}`]
        : []),
    ...(price_levels ? [`have the price level ${formatAlternatives(price_levels)}`] : []),
    ...(roles ? [`have the role ${formatAlternatives(roles.map((role) => roleNames[role]))}`] : []),
    ...(countries ? [`are in ${formatAlternatives(countries.map(countryLabel))}`] : []),
    ...(org_ids ? [`belong to ${formatNames(org_ids, "organization")}`] : []),
    ...(user_ids ? [user_ids.length === 1 ? "were chosen" : `are among ${user_ids.length} chosen people`] : []),
  ]);
}
