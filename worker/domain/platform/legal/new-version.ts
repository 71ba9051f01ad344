import { type SQL, sql } from "drizzle-orm";
import { BadRequest, type Errcode, unprocessable } from "../../../contract/errors.ts";
import { violatedConstraint } from "../../../../db/errors.ts";
import { sanitise } from "./sanitise.ts";

/** A minute for the clock of who wrote it. */
export const isNotInPast = (validFrom: string | null | undefined): SQL =>
  sql`coalesce(${validFrom ?? null}::timestamptz, now()) >= now() - interval '1 minute'`;

/** From when a version is in force: never before it was published. The column would round a microsecond up into the future. */
export const startInstant = (validFrom: string | null | undefined): SQL =>
  sql`date_trunc('milliseconds', greatest(coalesce(${validFrom ?? null}::timestamptz, now()), now()))`;

/** The text without what may not stand in it. Throws BadRequest where nothing to read is left. */
export function toText(html: string): string {
  const clean = sanitise(html);
  if (/[\p{L}\p{N}]/u.test(clean.replace(/<[^>]*>/g, ""))) return clean;
  const message = "Text has nothing to read once everything but structure and words is taken away.";
  throw new BadRequest([{ code: "custom", path: ["html"], message }]);
}

/** For a version that would have begun already. */
export const startInPast = (): BadRequest =>
  new BadRequest([{ code: "custom", path: ["valid_from"], message: "In force from must not be in the past." }]);

/** Turns the conflict with a version of the same name into its refusal. */
export const refuseExisting =
  (constraint: string) =>
  (error: unknown): never => {
    const errcode: Errcode<"unprocessable"> = "LEGAL_VERSION_EXISTS";
    throw violatedConstraint(error) === constraint ? unprocessable(errcode) : error;
  };
