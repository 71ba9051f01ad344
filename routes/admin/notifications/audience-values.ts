import type * as z from "zod/mini";
import { findCountryCode } from "../../../worker/contract/buying/country-names.ts";
import {
  type Audience,
  audience,
  audienceConditions,
  audienceValuesMax,
} from "../../../worker/contract/entities/audience.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { isUuid } from "../../../worker/contract/fields.ts";
import { parseInput } from "../../../worker/contract/issue-messages.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { toIssues } from "../../../worker/http/issues.ts";

type Condition = keyof Audience;
export const conditionNames = Object.keys(audienceConditions) as Condition[];

/** Values of the conditions by name, for form fields and the query. */
export const audienceValues = (conditions: Audience): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(conditions).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, fieldValues(name, [value].flat().map(String))]],
    ),
  );

/** Country names become codes, because the options of the field are codes. */
const fieldValues = (name: string, values: string[]): string[] =>
  name === "countries" ? [...new Set(values.map((each) => findCountryCode(each) ?? each))] : values;

export const noConditions: Record<string, string[]> = Object.fromEntries(conditionNames.map((name) => [name, []]));

const parsers: Record<Condition, (values: string[]) => unknown> = {
  product_ids: (values) => values.filter(isUuid),
  version_ids: (values) => values.filter(isUuid),
  or_older: ([value]) => value === "true",
  plan_ids: (values) => values.filter(isUuid),
  renews_within_days: ([value]) => Number(value),
  price_levels: (values) => values,
  roles: (values) => values,
  countries: (values) => values,
  org_ids: (values) => values.filter(isUuid),
  user_ids: (values) => values.filter(isUuid),
};

/** Values above the condition's maximum, which `parseAudience` drops. */
export const leftOutCount = (params: URLSearchParams, name: Condition): number =>
  Math.max(0, new Set(params.getAll(name)).size - audienceValuesMax);

/**
 * Undefined if the query has no valid condition. Drops invalid conditions and values above the maximum of a condition,
 * and adds `org_id` to the organizations.
 */
export function parseAudience(params: URLSearchParams): Audience | undefined {
  const conditions = conditionNames.flatMap((name) => {
    const values = params.getAll(name).filter((value) => value.trim() !== "");
    if (name === "org_ids") values.push(...params.getAll("org_id").filter(isUuid));
    if (values.length === 0) return [];
    const schema: z.ZodMiniType = audienceConditions[name];
    const parsed = schema.safeParse(parsers[name]([...new Set(values)].slice(0, audienceValuesMax)));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const read = Object.fromEntries(conditions);
  if (!read["version_ids"]) delete read["or_older"];
  return audience.safeParse(read).data;
}

/**
 * Adds `org_id` to the organizations. @throws BadRequest without a condition, and if a condition has too many values
 */
export function toAudience({
  org_id,
  or_older,
  roles,
  ...others
}: Audience & { org_id?: string | undefined }): Audience {
  const parsed = parseInput(audience, {
    ...others,
    ...(others.version_ids && { or_older }),
    ...(roles?.length && { roles }),
    ...(org_id !== undefined && { org_ids: [...new Set([...(others.org_ids ?? []), org_id])] }),
  });
  if (!parsed.success) throw new BadRequest(toIssues(parsed.error.issues));
  return parsed.data;
}

/** Pre-fills the form for a new notification with the conditions. */
export function writeHref(conditions: Audience): string {
  const query = Object.entries(audienceValues(conditions)).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
  );
  return `${pages.writeNotification}?${new URLSearchParams(query)}`;
}
