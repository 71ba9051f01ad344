import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentTerms } from "../../platform/index.ts";
import { maybeOne } from "../../sql.ts";

const termsRow = () => z.object({ version: z.nullable(z.string()) });

/** Null if the shop has no terms of sale. */
export const findTermsVersion = async (ctx: ReadCtx): Promise<string | null> =>
  (await maybeOne(ctx, termsRow, sql`select ${currentTerms} as version`))?.version ?? null;
