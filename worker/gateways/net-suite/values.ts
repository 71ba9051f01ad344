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
