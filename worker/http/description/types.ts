import { isJson, type Json } from "./schema.ts";

/** Returns undefined for a type that is written inline; `hint` is the containing field. */
type NameOf = (schema: Json, hint: string) => string | undefined;

const widthMax = 100;
const indent = (text: string) => text.replaceAll("\n", "\n  ");

export function formatType(schema: Json, nameOf: NameOf = () => undefined, hint = ""): string {
  const { type, enum: values, const: constant, anyOf, items, properties, additionalProperties } = schema;
  const inner = (one: unknown) => (isJson(one) ? formatType(one, nameOf, hint) : "unknown");
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return formatUnion(values.map((value: unknown) => JSON.stringify(value)));
  if (Array.isArray(anyOf)) return formatUnion(anyOf.map(inner));
  if (Array.isArray(type)) return formatUnion(type.map((one: unknown) => inner({ ...schema, type: one })));
  if (isJson(properties)) return nameOf(schema, hint) ?? objectType(properties, schema["required"], nameOf);
  if (type === "array") return `Array<${inner(items)}>`;
  if (type === "object") return `Record<string, ${inner(additionalProperties)}>`;
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

const formatUnion = (types: string[]): string => [...new Set(types)].join(" | ");

const formatKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function objectType(properties: Json, required: unknown, nameOf: NameOf): string {
  const requiredNames: unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = isJson(property) ? formatType(property, nameOf, name) : "unknown";
    return `${formatKey(name)}${requiredNames.includes(name) ? "" : "?"}: ${type}`;
  });
  if (fields.length === 0) return "Record<never, never>";
  const line = `{ ${fields.join("; ")} }`;
  if (line.length <= widthMax && !line.includes("\n")) return line;
  return `{\n${fields.map((field) => `  ${indent(field)};\n`).join("")}}`;
}
