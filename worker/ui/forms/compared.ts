import type { buildFieldProps } from "./fields-of.ts";

type Typed = Parameters<typeof buildFieldProps>[0];
type Values = Readonly<Record<string, string | readonly string[]>>;
type FieldLabels = {
  /** `empty` is the text of a field without a value, such as "No" for a checkbox that is not ticked. */
  [name: string]: string | readonly [label: string, say: (value: string) => string, empty?: string];
};
/** Fields of checkbox lists, whose values are equal in any order. */
const unorderedFields = new Set([
  "roles",
  "channels",
  "fits_product_ids",
  "product_ids",
  "version_ids",
  "plan_ids",
  "price_levels",
  "countries",
  "org_ids",
  "user_ids",
  "approver_ids",
  "categories",
]);

export type ConflictRow = {
  label: string;
  read: string;
  now: string;
  typed: string;
  is_theirs: boolean;
};

/**
 * Merges a form after a version conflict (OBJECT_OUTDATED): of the fields in `labels`, those that only others changed
 * get the current value; all other fields show the input. `current` holds the values by field name; `labels` holds the
 * labels, each with a function for the text of a value if it differs from the value. `rows` is undefined without a
 * conflict (ADR-035).
 */
export function mergeForm(
  typed: Typed,
  updated_at: string,
  current: Values,
  labels: FieldLabels,
): { typed: Typed; rows: ConflictRow[] | undefined } {
  const seen = typed?.values["updated_at"]?.[0];
  if (!typed || seen === undefined || seen === updated_at) return { typed, rows: undefined };
  const values = { ...typed.values };
  const rows: ConflictRow[] = [];
  for (const [name, word] of Object.entries(labels)) {
    const [read, now, mine] = [
      typed.values[originalFieldName(name)] ?? [],
      toList(current[name]),
      typed.values[name] ?? [],
    ];
    const isSame = (one: readonly string[], other: readonly string[]) =>
      normalizeValues(name, one) === normalizeValues(name, other);
    if (isSame(read, now) || isSame(now, mine)) continue;
    const isAdopted = isSame(read, mine);
    if (isAdopted) values[name] = now;
    const [label, say, empty = ""] = typeof word === "string" ? [word, undefined] : word;
    const text = (list: string[]) => list.map((each) => (say && each ? say(each) : each)).join(", ") || empty;
    rows.push({ label, read: text(read), now: text(now), typed: text(mine), is_theirs: isAdopted });
  }
  return { typed: { ...typed, values }, rows };
}

export const isEdited = (typed: Typed, current: Values): boolean =>
  typed !== undefined &&
  Object.entries(current).some(
    ([name, value]) => normalizeValues(name, typed.values[name] ?? []) !== normalizeValues(name, toList(value)),
  );

/** Hidden field with the value that `name` had when the form was opened. */
export const originalFieldName = (name: string): string => `seen.${name}`;

export const toList = (value: string | readonly string[] | undefined): string[] => [value ?? []].flat();

// browsers send text area line breaks as CR LF
function normalizeValues(name: string, list: readonly string[]): string {
  const texts = list.map((each) => each.replaceAll("\r\n", "\n").trim()).filter(Boolean);
  return JSON.stringify(unorderedFields.has(name) ? texts.toSorted() : texts);
}
