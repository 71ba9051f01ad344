import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { FilterXSS } from "xss";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { required } from "../sql.ts";

const filter = new FilterXSS({
  whiteList: Object.fromEntries(
    [
      "h1",
      "h2",
      "h3",
      "h4",
      "p",
      "ul",
      "ol",
      "li",
      "strong",
      "em",
      "b",
      "i",
      "br",
      "hr",
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "section",
    ].map((tag) => [tag, []]),
  ),
  stripIgnoreTag: true,
  stripIgnoreTagBody: ["script", "style"],
});

/** Keeps structure and nothing that runs, loads or links (T5). */
export const sanitiseLicense = (html: string): string => filter.process(html);

/** The current license agreement. Throws FILE_NOT_FOUND. */
export async function getLicenseAgreement(ctx: Ctx): Promise<{ version: string; html: string; created_at: string }> {
  const row = await required(
    ctx,
    () => z.object({ version: z.string(), html: z.string(), created_at: z.string() }),
    sql`
    select version, html, created_at from license_agreements order by created_at desc limit 1`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { ...row, html: sanitiseLicense(row.html) };
}
