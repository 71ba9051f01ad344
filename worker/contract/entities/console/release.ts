import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { described, instant } from "../../fields.ts";
import { categoryField, fileShape, repositoryField } from "../software.ts";

const text = () => z.nullable(z.string());
const product = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** Software, a plugin or a dependency in a list: what is published, what waits, and how it is downloaded. */
export const adminSoftware = z.object({
  id: z.string(),
  kind: z.enum(softwareKinds),
  name: z.string(),
  title: z.string(),
  author: z.string(),
  category: categoryField(),
  repository: repositoryField(),
  is_default: described(z.boolean(), "Comes with Flowpoint"),
  product: described(product, "What must be bought for it; null for what everybody may have"),
  latest_published_version: described(text(), "The newest one that is published"),
  waiting_version: described(text(), "The newest one that is not published"),
  downloads: described(z.int(), "In the last 30 days"),
  created_at: instant(),
  updated_at: instant(),
});

/** A build that another one needs. */
const need = z.object({
  version_id: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  is_published: z.boolean(),
});

const pastVersion = z.object({
  ...fileShape,
  id: z.string(),
  version: z.string(),
  is_published: z.boolean(),
  published_at: z.nullable(instant()),
  publisher: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
  created_at: instant(),
  needs: described(z.array(need), "Builds that it needs itself, by name"),
  downloads: described(z.int(), "Since it is there"),
});

/** One of them with all its versions. */
export const softwareHistoryShape = {
  id: z.string(),
  kind: z.enum(softwareKinds),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  author_url: text(),
  category: categoryField(),
  repository: repositoryField(),
  is_default: z.boolean(),
  product,
  fits: described(z.array(z.object({ id: z.string(), name: z.string() })), "Products whose devices it is made for"),
  versions: described(z.array(pastVersion), "All of them, newest first"),
  updated_at: instant(),
};

export const downloadStatisticsShape = {
  downloads: described(z.int(), "Since it is there"),
  weeks: described(
    z.array(z.object({ week: described(z.string(), "Its Monday"), downloads: z.int() })),
    "The last 12 weeks by their Mondays in UTC, the running one last",
  ),
  versions: described(
    z.array(z.object({ version_id: z.string(), version: z.string(), downloads: z.int() })),
    "By version, the most downloaded first",
  ),
  organizations: described(
    z.array(z.object({ org_id: z.string(), name: z.string(), downloads: z.int(), last_at: instant() })),
    "The 20 organizations that downloaded most",
  ),
};

export const keepingCodes = ["SUBSCRIPTION_ENDED", "APP_TOO_OLD"] as const;
export const warningCodes = [
  "NEWER_IS_PUBLISHED",
  "APP_NOT_PUBLISHED",
  "PRODUCT_NOT_PUBLISHED",
  "FILE_MISSING",
  "NOBODY_GETS_IT",
] as const;

/** What publishing a version would do, and to whom. */
export const publishCheckShape = {
  version_id: z.string(),
  version: z.string(),
  is_published: z.boolean(),
  check: described(
    z.string(),
    "A digest of what was looked at: sent along, the version is published only while all of it is still so",
  ),
  replaces: described(text(), "The newest version that is published now"),
  blockers: described(
    z.array(z.object({ errcode: z.string(), message: z.string() })),
    "Why it cannot be published, as publishing it says",
  ),
  missing: described(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string(), is_deleted: z.boolean() })),
    "Builds that it needs and that are not published, or gone",
  ),
  warnings: described(
    z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
    "What does not stand in the way and should be known",
  ),
  organizations: described(z.int(), "Organizations that get it"),
  people: described(
    z.int(),
    "People of organizations that may have it, who are told; by mail unless they turned news off",
  ),
  keeping_count: described(z.int(), "Organizations that stay with an older version"),
  keeping: described(
    z.array(
      z.object({
        org_id: z.string(),
        org_name: z.string(),
        version: described(z.string(), "The one that they keep"),
        code: z.enum(keepingCodes),
        message: z.string(),
      }),
    ),
    "The first 100 of them by name, each with why",
  ),
  waiting: described(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string() })),
    "Builds that are not published yet and need this one",
  ),
};

/** What a build needs, all the way down, and what needs it itself. */
export const versionGraphShape = {
  nodes: described(
    z.array(
      z.object({
        version_id: z.string(),
        kind: z.enum(softwareKinds),
        name: z.string(),
        title: z.string(),
        version: z.string(),
        is_published: z.boolean(),
        is_deleted: z.boolean(),
      }),
    ),
    "Builds, by title",
  ),
  edges: described(
    z.array(
      z.object({
        from: described(z.string(), "The build that needs"),
        to: described(z.string(), "The build that is needed"),
      }),
    ),
    "Which of them needs which",
  ),
};

/** What follows from linking a plugin to another product. */
export const linkCheckShape = {
  product: described(product, "With which it would be bought; null: everybody may have it"),
  organizations: described(z.int(), "Organizations that may have it then"),
  losing: described(z.int(), "Organizations that may have it now and not then"),
  losing_users: described(z.int(), "Those of them that downloaded it in the last 90 days"),
};
