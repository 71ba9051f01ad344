import * as z from "zod/mini";
import { describe, freeText, text } from "../fields.ts";
import { isInCalendar } from "../instants.ts";
import { requiredText } from "../rules.ts";

/** Leaves room for the overhead of JSON and form encoding. */
export const legalBytesMax = 1024 * 1024;
const htmlMax = 200_000;

/** The name appears in URLs and headers. */
export const newVersionName = () =>
  describe(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
          "Version is at most 64 letters, digits, dots, hyphens and underscores, such as 2027-01.",
        ),
      ),
    "Version name, such as 2027-01: letters, digits, dots, hyphens, underscores",
  );

/** Accepts names that are older than the current rules. */
export const versionName = () => freeText(64, "Name of the version");

export const legalHtml = () =>
  describe(
    text(requiredText("Text", htmlMax), "", htmlMax),
    "HTML text: headings, paragraphs, lists, tables and emphasis; everything else is removed",
  );

export const legalTitle = () => text(requiredText("Title", 128), "Heading shown above the text", 128);

const notInstantMessage = "In force from is an instant, such as 2027-01-01T00:00:00Z.";
export const validFrom = () =>
  z.optional(
    z.nullable(
      describe(
        z.iso
          .datetime({ offset: true, error: notInstantMessage, abort: true })
          .check(z.refine(isInCalendar, { error: notInstantMessage })),
        "Start of validity, not in the past; default: now",
      ),
    ),
  );
