import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { required } from "../sql.ts";
import { sanitise } from "./sanitise.ts";

/** The current license agreement. Throws FILE_NOT_FOUND. */
export async function getLicenseAgreement(ctx: Ctx): Promise<{ version: string; html: string; created_at: string }> {
  const row = await required(
    ctx,
    () => z.object({ version: z.string(), html: z.string(), created_at: z.string() }),
    sql`
    select version, html, created_at from license_agreements order by created_at desc limit 1`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { ...row, html: sanitise(row.html) };
}
