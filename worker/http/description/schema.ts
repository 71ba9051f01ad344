import * as z from "zod/mini";
import { fieldDescription } from "./field-descriptions.ts";

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shapes = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "properties"];
const isOpen = (schema: Json) => shapes.every((name) => !(name in schema));

const rawSchema = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _dropped, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
};

/**
 * The JSON schema of an input or output (https://json-schema.org/draft/2020-12). zod has no schema for the input of a
 * transform, so the schema of its output documents both. A field without a description gets the default for its name.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const described =
    io === "output" ? rawSchema(schema, io) : mergeInput(rawSchema(schema, "input"), rawSchema(schema, "output"));
  return withDescriptions(described);
}

function mergeInput(sent: Json, output: Json): Json {
  if (isOpen(sent)) return { ...output, ...sent };
  const { properties, items, anyOf } = sent;
  const nestedProperties = output["properties"];
  const outputItems = output["items"];
  const choices = output["anyOf"];
  return {
    ...sent,
    ...(isJson(properties) && isJson(nestedProperties)
      ? { properties: mergeProperties(properties, nestedProperties) }
      : {}),
    ...(isJson(items) && isJson(outputItems) ? { items: mergeInput(items, outputItems) } : {}),
    ...(Array.isArray(anyOf) && Array.isArray(choices) && anyOf.length === choices.length
      ? {
          anyOf: anyOf.map((one: unknown, at) =>
            isJson(one) && isJson(choices[at]) ? mergeInput(one, choices[at]) : one,
          ),
        }
      : {}),
  };
}

const mergeProperties = (sent: Json, outputProperties: Json): Json =>
  Object.fromEntries(
    Object.entries(sent).map(([name, schema]) => {
      const other = outputProperties[name];
      return [name, isJson(schema) && isJson(other) ? mergeInput(schema, other) : schema];
    }),
  );

function withDescriptions(schema: Json): Json {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(isJson(properties) ? { properties: describeProperties(properties) } : {}),
    ...(isJson(items) ? { items: withDescriptions(items) } : {}),
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((one: unknown) => (isJson(one) ? withDescriptions(one) : one)) }
      : {}),
    ...(isJson(additionalProperties) ? { additionalProperties: withDescriptions(additionalProperties) } : {}),
  };
}

const describeProperties = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isJson(schema) ? describeProperty(name, withDescriptions(schema)) : schema,
    ]),
  );

function describeProperty(name: string, schema: Json): Json {
  const { anyOf } = schema;
  const inner = Array.isArray(anyOf) ? anyOf.find((one: unknown) => isJson(one) && "description" in one) : undefined;
  const description = schema["description"] ?? inner?.description ?? fieldDescription(name);
  return description === undefined ? schema : { ...schema, description };
}
