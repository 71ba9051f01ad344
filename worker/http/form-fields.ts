import * as z from "zod/mini";

type Fields = Map<string, string[]>;

export const toFields = (params: URLSearchParams): Fields => {
  const fields: Fields = new Map();
  for (const [name, value] of params) fields.set(name, [...(fields.get(name) ?? []), value]);
  return fields;
};

/**
 * Converts form fields to the types of a schema: numbers, booleans, lists from repeated names, `address.city` as a
 * nested field, `rows.0.name` as a list row, `products.<id>` as a record entry, `parcels.<id>.weight` as a record entry
 * with fields. Empty optional fields are omitted. Invalid values stay as typed, so that the schema reports them.
 */
export function toInput(schema: z.ZodMiniType, fields: Fields, prefix = ""): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod; // as: every schema is one of zod's
  const values = fields.get(prefix) ?? [];
  switch (def.type) {
    case "optional":
    case "default":
      return isEmpty(fields, prefix) ? undefined : toInput(asMini(def.innerType), fields, prefix);
    case "nullable":
      return isEmpty(fields, prefix) ? null : toInput(asMini(def.innerType), fields, prefix);
    case "pipe":
      return toInput(asMini(schemaType(def.in) === "transform" ? def.out : def.in), fields, prefix);
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([name, part]) => {
          const value = toInput(asMini(part), fields, join(prefix, name));
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case "array":
      return schemaType(def.element) === "object"
        ? listRowPrefixes(fields, prefix).map((row) => toInput(asMini(def.element), fields, row))
        : values.filter(Boolean).map((value) => toInput(asMini(def.element), new Map([["", [value]]])));
    case "record": {
      const keys = listKeys(fields, prefix);
      const isNested = hasFields(def.valueType);
      return Object.fromEntries(
        [...new Set(isNested ? keys.map((key) => key.replace(/\..*/s, "")) : keys)].map((key) => [
          key,
          toInput(asMini(def.valueType), fields, join(prefix, key)),
        ]),
      );
    }
    case "union":
      return toInput(findOption(def.options, fields, prefix), fields, prefix);
    case "number":
      return toNumber(values[0]);
    case "boolean":
      return values.length > 0 && !["", "false", "off"].includes(values.at(-1) ?? "");
    default:
      return isId(schema) && values[0] === "" ? undefined : values[0];
  }
}

/** The union option that matches the form: an object or record if nested fields exist, otherwise text. */
const findOption = (options: readonly z.core.$ZodType[], fields: Fields, prefix: string): z.ZodMiniType => {
  const isNested = listKeys(fields, prefix).length > 0;
  return asMini(options.find((each) => isNested && hasFields(each)) ?? plainText);
};
const plainText = z.unknown();

/** Ids come from select fields, whose empty option sends an empty text. */
const isId = (schema: z.ZodMiniType): boolean => z.globalRegistry.get(schema)?.format === "uuid";

const asMini = (schema: z.core.$ZodType) => schema as z.ZodMiniType;
const schemaType = (schema: z.core.$ZodType) => schema._zod.def.type;
const hasFields = (schema: z.core.$ZodType): boolean => ["object", "record"].includes(schemaType(schema));
const join = (prefix: string, name: string) => (prefix ? `${prefix}.${name}` : name);

const isEmpty = (fields: Fields, prefix: string): boolean =>
  ![...fields].some(
    ([name, values]) =>
      (prefix === "" || name === prefix || name.startsWith(`${prefix}.`)) && values.some((value) => value !== ""),
  );

const listKeys = (fields: Fields, prefix: string): string[] => [
  ...new Set(
    [...fields.keys()].flatMap((name) => (name.startsWith(`${prefix}.`) ? [name.slice(prefix.length + 1)] : [])),
  ),
];

const toNumber = (text: string | undefined): unknown =>
  text !== undefined && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text;

const rowsMax = 1000;

function listRowPrefixes(fields: Fields, prefix: string): string[] {
  const numbers = new Set<number>();
  for (const name of fields.keys()) {
    const number = name.startsWith(`${prefix}.`)
      ? /^\d{1,4}(?=\.)/.exec(name.slice(prefix.length + 1))?.[0]
      : undefined;
    if (number !== undefined && Number(number) < rowsMax) numbers.add(Number(number));
  }
  return [...numbers].toSorted((a, b) => a - b).map((number) => join(prefix, String(number)));
}
