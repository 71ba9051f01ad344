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
/** An internal id, as a text: in SuiteQL and in records some accounts send numbers. */
export const netSuiteId = () =>
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,18}$/)), z.int()]),
    z.transform((each: string | number) => String(each)),
  );

/** The setting NETSUITE_TERMS, such as 15:4,30:2: internal ids of NetSuite's terms by their days. */
export const netSuiteTerms = (setting: string): ReadonlyMap<number, string> =>
  new Map(
    setting
      .split(",")
      .map((each) => each.split(":"))
      .flatMap(([days = "", id = ""]) => (id === "" ? [] : [[Number(days), id] as const])),
  );
