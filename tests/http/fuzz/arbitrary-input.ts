import fc from "fast-check";
import * as z from "zod/mini";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { password, uniqueEmail } from "../../support/factories.ts";

type Json = Record<string, unknown>;
type Arbitrary = fc.Arbitrary<unknown>;

/** Ids that exist, so that some inputs get past the look-up. */
export type KnownIds = Record<"user_id" | "org_id" | "request_id", string> & Record<string, string>;
export type FuzzInput = { params: Record<string, string>; query: Record<string, string>; body: string | undefined };

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const nodesIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isNode) : []);

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 ? { a: nested(depth - 1) } : [nested(depth - 1)];

export const junk: Arbitrary = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, "", " ", [], {}, [[]], [null]),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "\u0000",
      "a\u0000b",
      "'; drop table users; --",
      "%",
      "_%\\",
      "${7*7}",
      "../../etc/passwd",
      "<script>1</script>",
      "\r\nset-cookie: a=b",
      "\u202e",
      "ﬀ",
      "İ",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      { $ne: null },
      { toString: 1 },
      { length: 5 },
      ["admin"],
      nested(20),
      nested(40),
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 65, max: 30_000 }).map((length) => "x".repeat(length)) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

const prototypeKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
const columnKeys = [
  "id",
  "roles",
  "org_id",
  "is_active",
  "password_hash",
  "email",
  "is_email_verified",
  "agreed_at",
  "status",
  "actor_id",
];
const extraKeys = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom(...prototypeKeys, ...columnKeys), fc.string({ maxLength: 12 })), junk),
  { maxLength: 6 },
);

function arbitraryText(name: string, schema: Json, ids: KnownIds): Arbitrary {
  const existingId = Object.entries(ids).find(([key]) => key === name)?.[1];
  const max = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 64;
  const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: max });
  if (schema["format"] === "uuid")
    return existingId
      ? fc.oneof(fc.constant(existingId), fc.uuid())
      : fc.oneof(fc.uuid(), fc.constantFrom(...Object.values(ids)));
  if (/email|username/.test(name)) return fc.oneof(fc.constant(uniqueEmail()), fc.emailAddress(), anyText);
  if (name.includes("password")) return fc.oneof(fc.constant(password), anyText);
  if (existingId) return fc.oneof(fc.constant(existingId), anyText);
  if (name.endsWith("_date"))
    return fc.oneof(fc.constantFrom("2026-12-01", "2020-02-30", "2027-12-01T00:00:00Z"), anyText);
  if (name === "country") return fc.constantFrom("US", "de", "ZZ", "USA");
  if (name === "limit" || name === "offset") return fc.integer({ min: -1, max: 101 }).map(String);
  return anyText;
}

function arbitraryValue(schema: Json, name: string, ids: KnownIds): Arbitrary {
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom<unknown>(...schema["enum"]);
  const choices = nodesIn(schema["anyOf"]);
  if (choices.length > 0) return fc.oneof(...choices.map((each) => arbitraryValue(each, name, ids)));
  if (schema["type"] === "string") return arbitraryText(name, schema, ids);
  if (schema["type"] === "integer" || schema["type"] === "number") return fc.integer({ min: 0, max: 100 });
  if (schema["type"] === "boolean") return fc.boolean();
  if (schema["type"] === "null") return fc.constant(null);
  if (schema["type"] === "array" && isNode(schema["items"])) {
    return fc.array(arbitraryValue(schema["items"], name.replace(/s$/, ""), ids), { minLength: 1, maxLength: 4 });
  }
  if (isNode(schema["properties"])) return arbitraryFields(schema, ids).map(Object.fromEntries);
  if (isNode(schema["additionalProperties"]))
    return fc.dictionary(fc.uuid(), arbitraryValue(schema["additionalProperties"], name, ids), { maxKeys: 3 });
  return junk;
}

/** Mostly valid values, sometimes junk; optional fields are often left out, required ones rarely. */
function arbitraryFields(schema: Json, ids: KnownIds): fc.Arbitrary<[string, unknown][]> {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const arbitraryField = ([name, property]: [string, unknown]) =>
    fc.tuple(
      fc.integer({ min: 0, max: 9 }).map((dice) => dice < (required.includes(name) ? 9 : 6)),
      fc.constant(name),
      fc.oneof(
        { weight: 5, arbitrary: arbitraryValue(isNode(property) ? property : {}, name, ids) },
        { weight: 1, arbitrary: junk },
      ),
    );
  const properties = Object.entries(isNode(schema["properties"]) ? schema["properties"] : {});
  return fc
    .tuple(...properties.map(arbitraryField))
    .map((all) =>
      all.flatMap(([isPresent, name, value]) => (isPresent ? [[name, value] satisfies [string, unknown]] : [])),
    );
}

// JSON text is concatenated, because an object cannot hold a key twice, nor `__proto__` as a plain key.
const toText = (pairs: [string, unknown][]) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;

const toSchema = (schema: z.ZodMiniType): Json => {
  const jsonSchema: Json = { ...z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) };
  return nodesIn(jsonSchema["anyOf"])[0] ?? jsonSchema;
};

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const withoutLoneSurrogates = (value: string) => value.toWellFormed();
const toQuery = (pairs: [string, unknown][]) =>
  Object.fromEntries(pairs.map(([name, value]) => [name, withoutLoneSurrogates(asText(value))]));

/** Inputs of a call: some match its schemas, some are malformed. */
export function arbitraryInput(spec: Endpoint, ids: KnownIds): fc.Arbitrary<FuzzInput> {
  const pairs = (schema: z.ZodMiniType | undefined) =>
    schema ? arbitraryFields(toSchema(schema), ids) : fc.constant<[string, unknown][]>([]);
  const shapedBody = fc
    .tuple(pairs(spec.body), extraKeys)
    .map(([ownPairs, extraPairs]) => toText([...ownPairs, ...extraPairs]));
  const brokenBody = fc.oneof(
    junk.map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  const body = spec.body
    ? fc.oneof({ weight: 6, arbitrary: shapedBody }, { weight: 1, arbitrary: brokenBody })
    : fc.constant(undefined);
  const query = spec.query
    ? fc.tuple(pairs(spec.query), extraKeys).map(([ownPairs, extraPairs]) => toQuery([...extraPairs, ...ownPairs]))
    : fc.constant({});
  // Fills empty parameters, because an empty path segment would match another route.
  const params = spec.params ? pairs(spec.params).map(toQuery).map(fillParams(spec, ids)) : fc.constant({});
  return fc.record({ params, query, body });
}

const fillParams = (spec: Endpoint, ids: KnownIds) => (params: Record<string, string>) => {
  const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const isUsable = (value: string | undefined): value is string =>
    value !== undefined && value !== "" && !/^\.{1,2}$/.test(value) && value.length < 2000;
  return Object.fromEntries(
    names.map((name) => [
      name,
      isUsable(params[name]) ? params[name] : (Object.entries(ids).find(([key]) => key === name)?.[1] ?? "none"),
    ]),
  );
};
