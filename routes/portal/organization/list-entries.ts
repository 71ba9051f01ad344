import * as z from "zod/mini";
import { BadRequest, notFound } from "../../../worker/contract/errors.ts";
import { versionField } from "../../../worker/contract/fields.ts";
import { entriesMax } from "../../../worker/contract/people/organization-fields.ts";

/** Index of an entry in its list, or `new`. */
export const positionParams = z.object({ position: z.string().check(z.regex(/^(new|\d{1,2})$/)) });
/** Version of the organization, which prevents lost updates. */
export const listVersion = { updated_at: versionField() };

/** Undefined for a new entry. @throws not found for other indexes, and for a new entry in a full list */
export function entryAt<T>(list: readonly T[], at: string): T | undefined {
  const entry = list[Number(at)];
  if (at === "new" ? list.length >= entriesMax : entry === undefined) throw notFound("PATH_NOT_FOUND");
  return entry;
}

/**
 * Adds, replaces or, if `entry` is null, removes an entry. @throws BadRequest if the entry no longer exists, or the
 * list is full
 */
export function replaceEntry<T>(list: readonly T[], at: string, entry: T | null): T[] {
  const index = at === "new" ? list.length : Number(at);
  if (index > list.length || index >= entriesMax) {
    const message = "It no longer exists. This is the current list.";
    throw new BadRequest([{ code: "custom", path: ["position"], message }]);
  }
  return entry === null ? list.toSpliced(index, 1) : list.toSpliced(index, 1, entry);
}
