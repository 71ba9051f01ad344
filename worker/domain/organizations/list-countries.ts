import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../context.ts";
import { many } from "../sql.ts";

const countriesMax = 100;

/** Countries of organizations' addresses, once in each spelling that differs by more than case. */
export const listOrganizationCountries = async (ctx: ReadCtx): Promise<string[]> =>
  (
    await many(
      ctx,
      () => z.object({ country: z.string() }),
      sql`
      select min(btrim(address ->> 'country')) as country from organizations
      where btrim(address ->> 'country') <> ''
      group by lower(btrim(address ->> 'country')) order by 1 limit ${countriesMax}`,
    )
  ).map(({ country }) => country);
