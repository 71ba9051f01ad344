import type * as z from "zod/mini";
import { type Audience, audience, audienceConditions } from "../../../worker/contract/entities/audience.ts";
import { isUuid } from "../../../worker/contract/fields.ts";
import { pages } from "../../../worker/contract/pages.ts";

type Condition = keyof Audience;
export const conditionNames = Object.keys(audienceConditions) as Condition[];

/** Conditions as values of form fields and of the query. */
export const valuesOfAudience = (conditions: Audience): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(conditions).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, [value].flat().map(String)]],
    ),
  );

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

/** Drops conditions that are not valid; undefined without any. `org_id` of the form is one more organization. */
export function readAudience(params: URLSearchParams): Audience | undefined {
  const conditions = conditionNames.flatMap((name) => {
    const values = params.getAll(name).filter((value) => value.trim() !== "");
    if (name === "org_ids") values.push(...params.getAll("org_id").filter(isUuid));
    if (values.length === 0) return [];
    const schema: z.ZodMiniType = audienceConditions[name];
    const parsed = schema.safeParse(parsers[name]([...new Set(values)]));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const read = Object.fromEntries(conditions);
  if (!read["version_ids"]) delete read["or_older"];
  return audience.safeParse(read).data;
}

/** Where a notification to these people is written; the address holds the conditions. */
export function writeHref(conditions: Audience): string {
  const query = Object.entries(valuesOfAudience(conditions)).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
  );
  return `${pages.writeNotification}?${new URLSearchParams(query)}`;
}
