import type * as z from "zod/mini";
import { isJson, type Json, toJsonSchema } from "./schema.ts";

const valuesByName: Record<string, unknown> = {
  amount: 129_900,
  city: "Austin",
  code: "K7M2QX",
  country: "US",
  email: "owner@globex.test",
  file_name: "flowpoint-5.2.0.exe",
  first_name: "Greta",
  last_name: "Lindqvist",
  line1: "2200 Riverside Drive",
  name: "Acme Robotics",
  new_email: "greta@globex.test",
  new_password: "Demo-1234!",
  org_name: "Acme Robotics",
  password: "Demo-1234!",
  phone: "+1 541 555 0163",
  postal_code: "78741",
  serial: "CGX-100-00042",
  serial_number: "CGX-100-00042",
  state: "TX",
  username: "owner@globex.test",
  version: "5.2.0",
};

export const buildExample = (schema: z.ZodMiniType | undefined, io: "input" | "output"): unknown =>
  schema && buildValue(toJsonSchema(schema, io), "", io);

function buildValue(schema: Json, name: string, io: "input" | "output"): unknown {
  const { type, format, enum: values, const: constant, anyOf, items, default: defaultValue, properties } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) {
    const first = anyOf.find((one: unknown) => isJson(one) && one["type"] !== "null");
    return isJson(first) ? buildValue(first, name, io) : null;
  }
  if (Array.isArray(type)) return buildValue({ ...schema, type: type[0] }, name, io);
  if (isJson(properties)) return buildObject(schema, properties, io);
  if (type === "array") return isJson(items) ? [buildValue(items, name, io)] : [];
  if (type === "object") return {};
  if (format === "uuid") return "01900000-0000-7000-8000-000000000042";
  if (format === "date-time") return "2026-11-20T09:00:00.000Z";
  if (Object.hasOwn(valuesByName, name) && typeof valuesByName[name] === (type === "integer" ? "number" : type))
    return valuesByName[name];
  if (defaultValue !== undefined) return defaultValue;
  if (type === "integer" || type === "number") return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
  if (type === "boolean") return true;
  return type === "null" ? null : name || "text";
}

function buildObject({ required }: Json, properties: Json, io: "input" | "output"): Json {
  const requiredNames: unknown[] = Array.isArray(required) ? required : [];
  const isAll = io === "output" || requiredNames.length === 0;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isJson(property) && (isAll || requiredNames.includes(name)) ? [[name, buildValue(property, name, io)]] : [],
    ),
  );
}
