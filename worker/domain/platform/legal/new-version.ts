import { type SQL, sql } from "drizzle-orm";
import type { Errcode } from "../../../contract/errcodes.ts";
import { BadRequest, unprocessable } from "../../../contract/errors.ts";
import { violatedConstraint } from "../../../../db/errors.ts";
import { sanitize } from "./sanitise.ts";

/** Tolerates clocks that are a minute late. */
export const isNotInPast = (validFrom: string | null | undefined): SQL =>
  sql`coalesce(${validFrom ?? null}::timestamptz, now()) >= now() - interval '1 minute'`;

/**
 * The start of a version, never before its publication. Truncated, because the column would round a microsecond up into
 * the future.
 */
export const startInstant = (validFrom: string | null | undefined): SQL =>
  sql`date_trunc('milliseconds', greatest(coalesce(${validFrom ?? null}::timestamptz, now()), now()))`;

/** @throws BadRequest if no words remain */
export function sanitizeText(html: string): string {
  const clean = sanitize(html);
  if (/[\p{L}\p{N}]/u.test(clean.replace(/<[^>]*>/g, ""))) return clean;
  const message = "Text needs words: everything but structure and words is removed.";
  throw new BadRequest([{ code: "custom", path: ["html"], message }]);
}

export const startInPastError = (): BadRequest =>
  new BadRequest([{ code: "custom", path: ["valid_from"], message: "In force from must not be in the past." }]);

export const refuseExisting =
  (constraint: string) =>
  (error: unknown): never => {
    const errcode: Errcode<"unprocessable"> = "LEGAL_VERSION_EXISTS";
    throw violatedConstraint(error) === constraint ? unprocessable(errcode) : error;
  };
