import type * as z from "zod/mini";

/** Part of every text below: no message may repeat it. */
export const marker = "Zqx";

const leaves: unknown[] = [
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

/** zod keeps the parts of a schema in its definition. */
const defOf = (schema: unknown) => (schema as z.core.$ZodTypes)._zod.def;

/** Values of a schema with one invalid place, for each place and each invalid value. */
export function* badValues(schema: unknown): Generator<unknown> {
  yield* leaves;
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return yield* badValues(def.innerType);
    case "pipe":
      return yield* badValues(defOf(def.in).type === "transform" ? def.out : def.in);
    case "union":
      for (const option of def.options) yield* badValues(option);
      return;
    case "array":
      for (const value of badValues(def.element)) yield [value];
      return yield Array.from({ length: 2000 }, () => sampleOf(def.element));
    case "record":
      for (const value of badValues(def.valueType)) yield { [crypto.randomUUID()]: value };
      return yield { [`${marker} ~|`.repeat(100)]: sampleOf(def.valueType) };
    case "object": {
      const sample = Object(sampleOf(schema));
      for (const [name, field] of Object.entries(def.shape))
        for (const value of badValues(field)) yield { ...sample, [name]: value };
    }
  }
}

/** A value of the right kind, which is enough to reach nested fields. */
function sampleOf(schema: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return sampleOf(def.innerType);
    case "pipe":
      return sampleOf(defOf(def.in).type === "transform" ? def.out : def.in);
    case "union":
      return sampleOf(def.options[0]);
    case "array":
      return [sampleOf(def.element)];
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]));
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
