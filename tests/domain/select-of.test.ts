import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { toSql } from "../../db/to-sql.ts";
import { instant } from "../../worker/contract/fields.ts";
import { selectFields } from "../../worker/domain/select-of.ts";

test("the fields of a shape are selected by their columns, instants as text, and others as they are computed", () => {
  const shape = {
    id: z.string(),
    addressBooks: z.array(z.string()),
    synchronized_at: z.nullable(instant()),
    user_count: z.int(),
  };
  const { text, values } = toSql(selectFields(shape, "o", { user_count: sql`(select ${7}::int)` }));
  const iso = `to_char(o.synchronized_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  expect(text).toBe(
    `o.id, o.address_books as "addressBooks", ${iso} as "synchronized_at", (select $1::int) as "user_count"`,
  );
  expect(values).toEqual([7]);
});
