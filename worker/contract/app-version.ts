import * as z from "zod/mini";
import { describe } from "./fields.ts";

/**
 * Pre-release and build parts of a semantic version
 * (https://semver.org/#backusnaur-form-grammar-for-valid-semver-versions).
 */
const preRelease = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const buildPart = "[0-9a-zA-Z-]+";
/** A number without leading zeros, short enough to compare as a number. */
const numberPattern = "(0|[1-9]\\d{0,8})";
const appVersionPattern = new RegExp(
  `^[vV]?${numberPattern}(?:\\.${numberPattern}(?:\\.${numberPattern}(?:\\.\\d{1,9})?)?)?(-${preRelease}(?:\\.${preRelease})*)?(?:\\+${buildPart}(?:\\.${buildPart})*)?$`,
);
const versionRule = "must be a version such as 5.2, v5.2.0, 5.2.0.1234 or 5.3.0-beta.1";

/**
 * `v5.2` becomes 5.2.0, and `5.2.0.1234` becomes 5.2.0: build metadata and the fourth number of a Windows file version
 * do not affect precedence.
 */
const toSemver = (text: string): string =>
  text.replace(
    appVersionPattern,
    (_, major: string, minor = "0", patch = "0", pre = "") => `${major}.${minor}.${patch}${pre}`,
  );

export const appVersion = (name: string, description: string) =>
  describe(
    z
      .string()
      .check(
        z.maxLength(64, `${name} must have at most 64 characters`),
        z.regex(appVersionPattern, `${name} ${versionRule}`),
        z.overwrite(toSemver),
      ),
    description,
  );
