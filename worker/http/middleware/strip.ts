import type * as z from "zod/mini";

/**
 * Returns the value without fields that its schema does not name, the same object if it has none, or `refusedSymbol`.
 */
type Strip = (value: unknown) => unknown;
const refusedSymbol = Symbol("refused");

/**
 * Removes fields that the schema does not name, as `parse` does, and throws zod's error for an invalid value. It copies
 * nothing for an exact value, because zod's copies took a fifth of the worker's own time for a list; zod handles the
 * kinds of schemas that are missing here (ADR-046).
 */
export function strip(schema: z.ZodMiniType, value: unknown): unknown {
  const stripped = stripFor(schema)(value);
  return stripped === refusedSymbol ? schema.parse(value) : stripped;
}

const stripCache = new WeakMap<object, Strip>();

function stripFor(schema: z.core.$ZodType): Strip {
  const known = stripCache.get(schema);
  if (known) return known;
  const own = makeStrip(schema);
  stripCache.set(schema, own);
  return own;
}

const check =
  (isRight: (value: unknown) => boolean): Strip =>
  (value) =>
    isRight(value) ? value : refusedSymbol;

function makeStrip(schema: z.core.$ZodType): Strip {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  if (def.type === "number") return makeNumber(schema, def);
  if (def.checks && def.checks.length > 0) return makeZodStrip(schema);
  if (def.type === "object" && !def.catchall) return makeObject(def.shape);
  if (def.type === "array") return makeArray(stripFor(def.element));
  if (def.type === "nullable" || def.type === "optional") {
    const [inner, nothing] = [stripFor(def.innerType), def.type === "nullable" ? null : undefined];
    return (value) => (value === nothing ? value : inner(value));
  }
  if (def.type === "literal" || def.type === "enum") {
    const values = new Set<unknown>(def.type === "literal" ? def.values : Object.values(def.entries));
    return check((value) => values.has(value));
  }
  if (def.type === "boolean") return check((value) => typeof value === "boolean");
  if (def.type === "string" && !("format" in def)) return check((value) => typeof value === "string");
  return makeZodStrip(schema);
}

const makeZodStrip = (schema: z.core.$ZodType): Strip => {
  return (value) => {
    const parsed = (schema as z.ZodMiniType).safeParse(value);
    return parsed.success ? parsed.data : refusedSymbol;
  };
};

function makeNumber(schema: z.core.$ZodType, def: z.core.$ZodNumberDef): Strip {
  let [from, to] = [-Infinity, Infinity];
  for (const one of def.checks ?? []) {
    const bound: { check: string; value?: unknown; inclusive?: boolean } = one._zod.def;
    if (typeof bound.value !== "number" || !bound.inclusive) return makeZodStrip(schema);
    if (bound.check === "greater_than") from = Math.max(from, bound.value);
    else if (bound.check === "less_than") to = Math.min(to, bound.value);
    else return makeZodStrip(schema);
  }
  const format: unknown = "format" in def ? def.format : undefined;
  if (format !== undefined && format !== "safeint") return makeZodStrip(schema);
  const isKind = format === "safeint" ? Number.isSafeInteger : Number.isFinite;
  return check((value) => typeof value === "number" && isKind(value) && value >= from && value <= to);
}

function makeArray(element: Strip): Strip {
  return (value) => {
    if (!Array.isArray(value)) return refusedSymbol;
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const stripped = element(value[index]);
      if (stripped === refusedSymbol) return refusedSymbol;
      if (stripped !== value[index] && !copy) copy = value.slice(0, index);
      copy?.push(stripped);
    }
    return copy ?? value;
  };
}

function makeObject(shape: z.core.$ZodShape): Strip {
  const keys = Object.keys(shape);
  const fields = keys.map((key) => {
    const schema = shape[key];
    if (!schema) throw new Error(`${key} has no schema`);
    // a missing value of another schema, such as one with a default, is left to zod
    return { key, inner: stripFor(schema), isOptional: schema._zod.def.type === "optional" };
  });
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refusedSymbol;
    const record = value as Record<string, unknown>;
    let presentCount = 0;
    let isSame = true;
    for (const { key, inner, isOptional: mayMiss } of fields) {
      const fieldValue = record[key];
      if (fieldValue === undefined) {
        if (!mayMiss) return refusedSymbol;
        if (key in record) isSame = false;
        continue;
      }
      const stripped = inner(fieldValue);
      if (stripped === refusedSymbol) return refusedSymbol;
      if (stripped !== fieldValue) isSame = false;
      presentCount += 1;
    }
    if (isSame && Object.keys(record).length === presentCount) return value;
    const copy: Record<string, unknown> = {};
    for (const { key, inner } of fields) if (record[key] !== undefined) copy[key] = inner(record[key]);
    return copy;
  };
}
