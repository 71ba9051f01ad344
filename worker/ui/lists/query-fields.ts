import * as z from "zod/mini";

/** A list filter as a form field. */
export type QueryField = { name: string; label: string } & (
  | { kind: "choice"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "id" }
  | { kind: "date" }
  | { kind: "text"; max: number | undefined }
);

type Property = { type?: string; enum?: unknown[]; format?: string; maxLength?: number };

// common fields of all lists, rendered separately
const own = new Set(["limit", "offset", "sort", "search"]);
const known = new WeakMap<z.ZodMiniType, QueryField[]>();

/**
 * Filters of a contract's query in order: a choice, a boolean, a day, a text, or the id of a record, which is set by a
 * link or an option list.
 */
export function queryFields(schema: z.ZodMiniType): QueryField[] {
  const found = known.get(schema);
  if (found) return found;
  const { properties = {} } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    own.has(name) || typeof property === "boolean" ? [] : toField(name, property as Property),
  );
  known.set(schema, fields);
  return fields;
}

function toField(name: string, { type, enum: values, format, maxLength }: Property): QueryField[] {
  const named = { name, label: wordsOf(name) };
  if (values) return [{ ...named, kind: "choice", values: values.map(String) }];
  if (type === "boolean") return [{ ...named, kind: "flag" }];
  if (format === "uuid") return [{ ...named, kind: "id" }];
  if (format === "date" || format === "date-time") return [{ ...named, kind: "date" }];
  return [{ ...named, kind: "text", max: maxLength }];
}

/** "payment_status" becomes "Payment status", "is_active" becomes "Active". */
export function wordsOf(name: string): string {
  const words = name.replace(/^is_|_id$/g, "").replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
