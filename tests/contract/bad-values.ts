import type * as z from "zod/mini";

/** Part of every text below that is not empty, to find messages that repeat their input. */
export const marker = "Zqx";

const invalidLeaves: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e15,
  "",
  `${marker}\u0000`,
  `${marker} ~|`,
  marker.repeat(10_000),
  [],
  [marker],
  {},
  { [marker]: marker },
];

const definitionOf = (schema: unknown) => (schema as z.core.$ZodTypes)._zod.def;

/** Values with one of `invalidLeaves` in one place, for every place of the schema; a few of them are valid there. */
export function* generateInvalid(schema: unknown): Generator<unknown> {
  yield* invalidLeaves;
  const def = definitionOf(schema);
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return yield* generateInvalid(def.innerType);
    case "pipe":
      return yield* generateInvalid(definitionOf(def.in).type === "transform" ? def.out : def.in);
    case "union":
      for (const option of def.options) yield* generateInvalid(option);
      return;
    case "array":
      for (const value of generateInvalid(def.element)) yield [value];
      return yield Array.from({ length: 2000 }, () => buildSample(def.element));
    case "record":
      for (const value of generateInvalid(def.valueType)) yield { [crypto.randomUUID()]: value };
      return yield { [`${marker} ~|`.repeat(100)]: buildSample(def.valueType) };
    case "object": {
      const sample = Object(buildSample(schema));
      for (const [name, field] of Object.entries(def.shape))
        for (const value of generateInvalid(field)) yield { ...sample, [name]: value };
    }
  }
}

/** A value of the right type, which is enough to reach nested fields. */
function buildSample(schema: unknown): unknown {
  const def = definitionOf(schema);
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return buildSample(def.innerType);
    case "pipe":
      return buildSample(definitionOf(def.in).type === "transform" ? def.out : def.in);
    case "union":
      return buildSample(def.options[0]);
    case "array":
      return [buildSample(def.element)];
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, buildSample(field)]));
    case "record":
      return {};
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return "6f1c2b1e-8f0a-4c1d-9c7e-3f5a2b1c0d9e";
  }
}
