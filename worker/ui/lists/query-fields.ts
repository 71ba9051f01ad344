import * as z from "zod/mini";

export type QueryField = { name: string; label: string } & (
  | { kind: "choice"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "id" }
  | { kind: "date" }
  | { kind: "text"; max: number | undefined }
);

type Property = { type?: string; enum?: unknown[]; format?: string; maxLength?: number };

const listParameters = new Set(["limit", "offset", "sort", "search"]);
const fieldsBySchema = new WeakMap<z.ZodMiniType, QueryField[]>();

/** The filters of a list, in the order of its schema. A link or a list of options sets a filter by id. */
export function queryFields(schema: z.ZodMiniType): QueryField[] {
  const cached = fieldsBySchema.get(schema);
  if (cached) return cached;
  const { properties = {} } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    listParameters.has(name) || typeof property === "boolean" ? [] : toField(name, property as Property),
  );
  fieldsBySchema.set(schema, fields);
  return fields;
}

function toField(name: string, { type, enum: values, format, maxLength }: Property): QueryField[] {
  const shared = { name, label: humanize(name) };
  if (values) return [{ ...shared, kind: "choice", values: values.map(String) }];
  if (type === "boolean") return [{ ...shared, kind: "flag" }];
  if (format === "uuid") return [{ ...shared, kind: "id" }];
  if (format === "date" || format === "date-time") return [{ ...shared, kind: "date" }];
  return [{ ...shared, kind: "text", max: maxLength }];
}

/** "payment_status" becomes "Payment status", "is_active" becomes "Active". */
export function humanize(name: string): string {
  const humanized = name.replace(/^is_|_id$/g, "").replaceAll(/[_-]/g, " ");
  return humanized.charAt(0).toUpperCase() + humanized.slice(1);
}
