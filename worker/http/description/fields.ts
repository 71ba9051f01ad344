import type * as z from "zod/mini";
import { isJson, type Json, schemaOf } from "./schema.ts";

export type Field = {
  name: string;
  /** A type in words: "string", "uuid", "list of object", "pending | paid". */
  type: string;
  description: string;
  is_required: boolean;
  /** Limits in words: "at most 64 characters", "1 to 100"; empty if unbounded. */
  bounds: string;
  fields: Field[];
};

export const fieldsOf = (schema: z.ZodMiniType | undefined, io: "input" | "output"): Field[] =>
  schema ? fieldsIn(schemaOf(schema, io)) : [];

function fieldsIn(schema: Json): Field[] {
  const { properties, required } = objectIn(schema) ?? {};
  const wanted: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, property]) =>
    isJson(property) ? [toField(name, property, wanted.includes(name))] : [],
  );
}

const toField = (name: string, property: Json, is_required: boolean): Field => ({
  name,
  type: typeName(property),
  description: typeof property["description"] === "string" ? property["description"] : "",
  is_required,
  bounds: boundsOf(property, String(property["description"] ?? "")),
  fields: fieldsIn(property),
});

function objectIn(schema: Json): Json | undefined {
  const { properties, items, anyOf, additionalProperties } = schema;
  if (isJson(properties)) return schema;
  if (isJson(items)) return objectIn(items);
  if (isJson(additionalProperties)) return objectIn(additionalProperties);
  if (!Array.isArray(anyOf)) return undefined;
  for (const one of anyOf) {
    const found = isJson(one) ? objectIn(one) : undefined;
    if (found) return found;
  }
  return undefined;
}

function typeName(schema: Json): string {
  const { type, format, enum: values, const: only, anyOf, items, additionalProperties } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.join(" | ");
  if (Array.isArray(type)) return type.map((one: unknown) => typeName({ ...schema, type: one })).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map((one: unknown) => (isJson(one) ? typeName(one) : "any")).join(" | ");
  if (type === "array") return `list of ${isJson(items) ? typeName(items) : "anything"}`;
  if (type === "object" && isJson(additionalProperties)) return `map to ${typeName(additionalProperties)}`;
  if (typeof format === "string" && ["uuid", "date-time"].includes(format)) return format;
  return typeof type === "string" ? type : "any";
}

const number = new Intl.NumberFormat("en-US");

function boundsOf(schema: Json, description: string): string {
  const { maxLength, minimum, maximum, default: defaultValue, anyOf } = schema;
  const inner = Array.isArray(anyOf) ? anyOf.find((one: unknown) => isJson(one) && "maxLength" in one) : undefined;
  const most: unknown = maxLength ?? inner?.maxLength;
  return [
    ...(typeof most === "number" ? [`at most ${number.format(most)} characters`] : []),
    ...(typeof minimum === "number" && typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER
      ? [`${number.format(minimum)} to ${number.format(maximum)}`]
      : []),
    ...(defaultValue === undefined || defaultValue === null ? [] : [`${JSON.stringify(defaultValue)} when left out`]),
  ]
    .filter((bound) => !description.includes(bound))
    .join(", ");
}
