import * as z from "zod/mini";
import { fieldDescription } from "./field-descriptions.ts";

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords that make a JSON schema more specific than "anything". */
const shapes = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "properties"];
const isOpen = (schema: Json) => shapes.every((name) => !(name in schema));

const rawSchema = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _dropped, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json; // as: z.toJSONSchema returns an object here
  return rest;
};

/**
 * The JSON schema of what is sent or answered (https://json-schema.org/draft/2020-12). What is sent may be transformed before
 * it is looked at, and then zod knows only what comes out of it: that is what it must look like, so it stands for both.
 * A field without words of its own gets those that its name has everywhere.
 */
export function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const settled =
    io === "output" ? rawSchema(schema, io) : settle(rawSchema(schema, "input"), rawSchema(schema, "output"));
  return withMeanings(settled);
}

function settle(sent: Json, looked: Json): Json {
  if (isOpen(sent)) return { ...looked, ...sent };
  const { properties, items, anyOf } = sent;
  const within = looked["properties"];
  const each = looked["items"];
  const choices = looked["anyOf"];
  return {
    ...sent,
    ...(isJson(properties) && isJson(within) ? { properties: settleAll(properties, within) } : {}),
    ...(isJson(items) && isJson(each) ? { items: settle(items, each) } : {}),
    ...(Array.isArray(anyOf) && Array.isArray(choices) && anyOf.length === choices.length
      ? {
          anyOf: anyOf.map((one: unknown, at) => (isJson(one) && isJson(choices[at]) ? settle(one, choices[at]) : one)),
        }
      : {}),
  };
}

const settleAll = (sent: Json, looked: Json): Json =>
  Object.fromEntries(
    Object.entries(sent).map(([name, schema]) => {
      const other = looked[name];
      return [name, isJson(schema) && isJson(other) ? settle(schema, other) : schema];
    }),
  );

function withMeanings(schema: Json): Json {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(isJson(properties) ? { properties: nameAll(properties) } : {}),
    ...(isJson(items) ? { items: withMeanings(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one: unknown) => (isJson(one) ? withMeanings(one) : one)) } : {}),
    ...(isJson(additionalProperties) ? { additionalProperties: withMeanings(additionalProperties) } : {}),
  };
}

const nameAll = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isJson(schema) ? named(name, withMeanings(schema)) : schema,
    ]),
  );

/** The schema's own description, then that of its non-null variant, then the default for the field name. */
function named(name: string, schema: Json): Json {
  const { anyOf } = schema;
  const inner = Array.isArray(anyOf) ? anyOf.find((one: unknown) => isJson(one) && "description" in one) : undefined;
  const description = schema["description"] ?? inner?.description ?? fieldDescription(name);
  return description === undefined ? schema : { ...schema, description };
}
