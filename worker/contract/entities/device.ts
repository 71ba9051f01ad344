import * as z from "zod/mini";
import { describe, freeText, instant, serial } from "../fields.ts";

export const deviceNameMax = 64;
export const siteMax = 64;
export const tagMax = 32;
/** Per device. */
export const tagsMax = 20;

export const deviceShape = {
  id: z.string(),
  org_id: z.string(),
  serial: describe(z.string(), "Registered serial number"),
  product_id: z.string(),
  is_verified: describe(
    z.boolean(),
    "Whether it was shipped to the organization, its serial number is known to have been made, or an administrator confirmed it",
  ),
  name: describe(z.nullable(z.string()), "The organization's own name of the device"),
  site: describe(z.nullable(z.string()), "Where it is"),
  tags: describe(z.array(z.string()), "The organization's own tags, sorted"),
  installed_version: describe(z.nullable(z.string()), "As the desktop app or a user said last; null: unknown"),
  installed_at: describe(z.nullable(instant()), "When `installed_version` was said"),
  has_update: describe(
    z.boolean(),
    "Whether `newest_build` is newer than `installed_version`; false while that is unknown",
  ),
  is_deleted: describe(z.boolean(), "Whether it was removed; lists exclude removed devices"),
  created_at: instant(),
  updated_at: instant(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    sku: z.nullable(z.string()),
    main_image: z.nullable(z.string()),
    short_description: z.nullable(z.string()),
  }),
  newest_build: describe(
    z.nullable(z.object({ title: z.string(), version: z.string(), published_at: instant() })),
    "Newest published build of its software; null: none",
  ),
};
export const device = z.object(deviceShape);

const optionalText = (max: number, description: string) =>
  z.optional(
    z.nullable(
      z.pipe(
        freeText(max, description),
        z.transform((value: string) => value.replaceAll(/\s+/g, " ") || null),
      ),
    ),
  );

/** One or several words; a comma separates tags. */
const tag = () =>
  freeText(tagMax, "Tag, without a comma").check(
    z.overwrite((value) => value.replaceAll(/\s+/g, " ")),
    z.minLength(1),
    z.refine((value) => !value.includes(","), { error: "A tag has no comma." }),
  );

/** A list of tags without duplicates, ignoring case. */
export const tagList = () =>
  z.array(tag()).check(
    z.overwrite((tags) =>
      [...new Map(tags.toReversed().map((each) => [each.toLowerCase(), each])).values()].toReversed(),
    ),
    z.maxLength(tagsMax, `A device has at most ${tagsMax} tags.`),
  );

export const tagsText = (value: string): string[] =>
  value
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

export const tagsAsText = () =>
  z.pipe(z.pipe(freeText(1000, "Tags, with commas between"), z.transform(tagsText)), tagList());

export const deviceFields = {
  name: optionalText(deviceNameMax, "Name; null or empty: none"),
  site: optionalText(siteMax, "Where it is; null or empty: nowhere named"),
  tags: z.optional(describe(tagList(), `Complete list, at most ${tagsMax}`)),
};

export const deviceLabels = { name: "Name", site: "Site", tags: "Tags" } as const satisfies Record<
  keyof typeof deviceFields,
  string
>;

export const versionMax = 64;
export const installedVersion = () =>
  freeText(versionMax, "Version that runs on the device, such as 1.5.0").check(
    z.regex(/^v?\d+(\.\d+){0,3}([-+][0-9A-Za-z.+-]+)?$/, "Enter a version such as 1.5.0."),
    z.overwrite((value) => value.replace(/^v/, "")),
  );

/** Limits of unconfirmed claims per organization: within 24 hours, and in total. */
export const claimsPerDay = 20;
export const claimsMax = 200;

/** Per request. */
export const serialsMax = 100;

type Serials = { serial_number?: string | undefined; serial?: string | undefined };
const missingMessage = "CGX Serial number is required.";
export const requiredSerial = () => serial().check(z.minLength(1, missingMessage));

/** Either name is accepted (O-126); `requireSerial` requires one. */
export const serialFields = () => ({
  serial_number: z.optional(requiredSerial()),
  serial: describe(z.optional(requiredSerial()), "Alias of serial_number"),
});
export const requireSerial = z.refine<Serials>((body) => serialOf(body) !== "", {
  error: missingMessage,
  path: ["serial_number"],
});
export const serialOf = ({ serial_number, serial: other }: Serials): string => serial_number ?? other ?? "";
