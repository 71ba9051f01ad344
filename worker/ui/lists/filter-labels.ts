import type * as z from "zod/mini";
import { humanize, type QueryField, queryFields } from "./query-fields.ts";

/** Labels that differ from those derived from the contract. */
export type FilterLabels = {
  search?: string;
  /** Filters without a field, because search or views cover them; links may still set them. */
  without?: readonly string[];
  /** By filter name. `any` is the text for "all"; `options` are the values of a text filter. */
  filters?: Record<string, { label?: string; any?: string; values?: Record<string, string>; options?: Options }>;
};
export type Choices = Readonly<Record<string, Options>>;
export type Options = readonly (readonly [value: string, label: string])[];
export type Query = Readonly<Record<string, unknown>>;
export type ListAddress = {
  path: string;
  schema: z.ZodMiniType;
  query: Query;
  labels?: FilterLabels | undefined;
  /** Options by filter name. Without options, only links set a filter by id. */
  choices?: Choices | undefined;
  usual_query?: Query;
  /** Labels of sortable columns by their field; on phones, where a table has no head, they are a filter. */
  sorts?: Options;
  /** Rows show times in the viewer's zone, so date filters are days of that zone (ADR-070). */
  has_times?: true | undefined;
};

export const listFilterFields = (schema: z.ZodMiniType, choices: Choices = {}): QueryField[] =>
  queryFields(schema).filter(({ name, kind }) => kind !== "id" || name in choices);

export const missingOptionLabel = "One that is not here";
export const toText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
export const filterLabel = ({ name, label }: QueryField, labels: FilterLabels) =>
  labels.filters?.[name]?.label ?? label;

export function valueLabel(
  { name, kind }: QueryField,
  value: string,
  labels: FilterLabels,
  choices: Choices = {},
): string {
  const offered = labels.filters?.[name]?.options ?? choices[name];
  const word = offered?.find(([each]) => each === value)?.[1];
  if (word !== undefined) return word;
  if (kind === "id") return missingOptionLabel;
  if (kind === "flag") return labels.filters?.[name]?.values?.[value] ?? (value === "true" ? "Yes" : "No");
  return labels.filters?.[name]?.values?.[value] ?? (kind === "choice" ? humanize(value) : value);
}

export const isFiltered = (schema: z.ZodMiniType, query: Query): boolean =>
  [...queryFields(schema).map(({ name }) => name), "search"].some((name) => toText(query[name]) !== "");
