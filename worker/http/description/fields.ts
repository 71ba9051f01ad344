import type * as z from "zod/mini";
import { isJson, type Json, toJsonSchema } from "./schema.ts";

export type Field = {
  name: string;
  /** A type in words: "string", "uuid", "list of object", "pending | paid". */
  type: string;
  description: string;
  is_required: boolean;
  /** Limits and default in words: "at most 64 characters", "1 to 100"; omits those that `description` contains. */
  bounds: string;
  fields: Field[];
};

export const listFields = (schema: z.ZodMiniType | undefined, io: "input" | "output"): Field[] =>
  schema ? toFields(toJsonSchema(schema, io)) : [];

function toFields(schema: Json): Field[] {
  const { properties, required } = findObject(schema) ?? {};
  const requiredNames: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, property]) =>
    isJson(property) ? [toField(name, property, requiredNames.includes(name))] : [],
  );
}

const toField = (name: string, property: Json, is_required: boolean): Field => ({
  name,
  type: typeName(property),
  description: typeof property["description"] === "string" ? property["description"] : "",
  is_required,
  bounds: formatBounds(property, String(property["description"] ?? "")),
  fields: toFields(property),
});

function findObject(schema: Json): Json | undefined {
  const { properties, items, anyOf, additionalProperties } = schema;
  if (isJson(properties)) return schema;
  if (isJson(items)) return findObject(items);
  if (isJson(additionalProperties)) return findObject(additionalProperties);
  if (!Array.isArray(anyOf)) return undefined;
  for (const one of anyOf) {
    const found = isJson(one) ? findObject(one) : undefined;
    if (found) return found;
  }
  return undefined;
}

function typeName(schema: Json): string {
  const { type, format, enum: values, const: constant, anyOf, items, additionalProperties } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.join(" | ");
  if (Array.isArray(type)) return type.map((one: unknown) => typeName({ ...schema, type: one })).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map((one: unknown) => (isJson(one) ? typeName(one) : "any")).join(" | ");
  if (type === "array") return `list of ${isJson(items) ? typeName(items) : "anything"}`;
  if (type === "object" && isJson(additionalProperties)) return `map to ${typeName(additionalProperties)}`;
  if (typeof format === "string" && ["uuid", "date-time"].includes(format)) return format;
  return typeof type === "string" ? type : "any";
}

const numberFormat = new Intl.NumberFormat("en-US");

function formatBounds(schema: Json, description: string): string {
  const { maxLength, minimum, maximum, default: defaultValue, anyOf } = schema;
  const inner = Array.isArray(anyOf) ? anyOf.find((one: unknown) => isJson(one) && "maxLength" in one) : undefined;
  const lengthMax: unknown = maxLength ?? inner?.maxLength;
  return [
    ...(typeof lengthMax === "number" ? [`at most ${numberFormat.format(lengthMax)} characters`] : []),
    ...(typeof minimum === "number" && typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER
      ? [`${numberFormat.format(minimum)} to ${numberFormat.format(maximum)}`]
      : []),
    ...(defaultValue === undefined || defaultValue === null ? [] : [`${JSON.stringify(defaultValue)} when left out`]),
  ]
    .filter((bound) => !description.includes(bound))
    .join(", ");
}
