import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { endpoints } from "../../worker/contract/index.ts";
import { toInstantText } from "../../worker/contract/instants.ts";

const spellings: [text: string, same: string][] = [
  ["2026-11-23T10:00:00.123Z", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23T10:00:00.123+00:00", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23T10:00:00.1230000Z", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23T12:00:00.123000000+02:00", "2026-11-23T10:00:00.123Z"],
  ["2026-11-22T20:30:00.123-1330", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23 10:00:00.123z", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23T10:00:00.12Z", "2026-11-23T10:00:00.120Z"],
  ["2026-11-23T10:00:00Z", "2026-11-23T10:00:00.000Z"],
  ["2026-11-23T10:00Z", "2026-11-23T10:00:00.000Z"],
  ["2028-02-29T10:00:00-00:00", "2028-02-29T10:00:00.000Z"],
  ["2026-11-23T10:00:00.123001Z", "2026-11-23T10:00:00.123001Z"],
  ["2026-11-23T10:00:00.1230008Z", "2026-11-23T10:00:00.123001Z"],
  ["2026-11-23T10:00:00.1230004Z", "2026-11-23T10:00:00.123Z"],
  ["2026-11-23T10:59:59.9999999Z", "2026-11-23T11:00:00.000Z"],
];

test.each(spellings)("%s is the instant %s", (text, same) => {
  expect(toInstantText(text)).toBe(same);
});

const invalidTexts = [
  "yesterday",
  "",
  "2026-11-23",
  "2026-11-23T10:00:00",
  "2026-02-29T10:00:00Z",
  "2026-11-31T10:00:00Z",
  "2026-11-23T24:00:00Z",
  "2026-11-23T10:60:00Z",
  "2026-11-23T10:00:60Z",
  "2026-11-23T10:00:00+24:00",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
  "+002026-11-23T10:00:00Z",
  "2026-11-23T10:00:00.Z",
  " 2026-11-23T10:00:00Z",
  "1795428000000",
];

test.each(invalidTexts)("%j is no instant", (text) => {
  expect(toInstantText(text)).toBeUndefined();
});

const updatedAtSchemas = endpoints.flatMap(({ verb, body }): [string, z.ZodMiniType][] => {
  const schema: z.ZodMiniType | undefined = Object(body)._zod?.def.shape?.updated_at;
  return schema ? [[verb, schema]] : [];
});

describe("the updated_at of every call that takes one", () => {
  test("is known", () => {
    expect(updatedAtSchemas.map(([verb]) => verb)).toEqual(
      expect.arrayContaining(["checkoutCart", "updateUser", "updateProduct"]),
    );
  });

  test.each(updatedAtSchemas)("is read as an instant: %s", (_verb, schema) => {
    expect(schema.parse("2026-11-23T12:00:00.1230000+02:00")).toBe("2026-11-23T10:00:00.123Z");
    expect(schema.parse("2026-11-23T10:00:00.123001Z")).toBe("2026-11-23T10:00:00.123001Z");
  });
});

function* walkSchema(schema: unknown): Generator<z.core.$ZodTypeDef & { format?: string; schema: z.ZodMiniType }> {
  const def = Object(schema)._zod?.def;
  if (!def) return;
  yield { ...def, schema };
  const innerSchemas = [def.innerType, def.in, def.out, def.element, def.valueType, ...(def.options ?? [])];
  for (const part of [...innerSchemas, ...Object.values(def.shape ?? {})]) yield* walkSchema(part);
}

const findByFormat = (wantedFormat: string) =>
  endpoints.flatMap(({ verb, params, query, body }): [string, z.ZodMiniType][] =>
    [params, query, body].flatMap((input) =>
      [...walkSchema(input)].flatMap(({ format, schema }) =>
        format === wantedFormat ? [[verb, schema] as [string, z.ZodMiniType]] : [],
      ),
    ),
  );

const instantInputs = findByFormat("datetime");

describe("an instant from which something holds", () => {
  test("is known", () => {
    expect(instantInputs.map(([verb]) => verb)).toEqual(
      expect.arrayContaining(["planProductPublication", "createLegalText"]),
    );
  });

  test.each(instantInputs)("has a year of four digits in UTC: %s", (_verb, schema) => {
    for (const text of ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+01:00", "0000-06-01T00:00:00Z"])
      expect(schema.safeParse(text).success, text).toBe(false);
    for (const text of ["9999-12-31T23:59:59Z", "2027-01-01T00:00:00.5+14:00"])
      expect(schema.safeParse(text).success, text).toBe(true);
  });
});

const dayInputs = findByFormat("date");

describe("a day of a call", () => {
  test("is known", () => {
    expect(dayInputs.map(([verb]) => verb)).toEqual(expect.arrayContaining(["markInvoicePaid", "updateAssignment"]));
  });

  test.each(dayInputs)("is one of the calendar: %s", (_verb, schema) => {
    for (const text of ["0000-01-01", "2025-02-29", "2026-04-31", "2026-1-1", "10000-01-01"])
      expect(schema.safeParse(text).success, text).toBe(false);
    for (const text of ["0001-01-01", "2024-02-29", "9999-12-31"])
      expect(schema.safeParse(text).success, text).toBe(true);
  });
});
