import * as z from "zod/mini";

/** A value of SuiteQL: a text, in some accounts a number; nulls are omitted. */
export const netSuiteValue = () =>
  z.optional(
    z.nullable(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform((each: string | number) => String(each)),
      ),
    ),
  );
/** Internal ids are texts; some accounts send numbers in SuiteQL and in records. */
export const netSuiteId = () =>
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,18}$/)), z.int()]),
    z.transform((each: string | number) => String(each)),
  );

/** Parses NETSUITE_TERMS, such as "15:4,30:2": days of a term, and NetSuite's internal id of the term. */
export const netSuiteTerms = (setting: string): ReadonlyMap<number, string> =>
  new Map(
    setting
      .split(",")
      .map((each) => each.split(":"))
      .flatMap(([days = "", id = ""]) => (id === "" ? [] : [[Number(days), id] as const])),
  );
