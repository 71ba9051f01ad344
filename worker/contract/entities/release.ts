import * as z from "zod/mini";
import { softwareKinds } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { categoryField, fileShape, repositoryField, versionStatus } from "./software.ts";

const text = () => z.nullable(z.string());
const product = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const adminSoftware = z.object({
  id: z.string(),
  kind: z.enum(softwareKinds),
  name: z.string(),
  title: z.string(),
  author: z.string(),
  category: categoryField(),
  repository: repositoryField(),
  is_default: describe(z.boolean(), "Whether it is included with Flowpoint"),
  product: describe(product, "Required product; null: available to everyone"),
  latest_published_version: describe(text(), "Newest published version"),
  waiting_version: describe(text(), "Newest unpublished version that is in no stage"),
  rolling_out_version: describe(text(), "Newest version in a stage before it is published"),
  has_availability: describe(z.boolean(), "Whether it was chosen who may have it; until then nobody may"),
  downloads: describe(z.int(), "Downloads in the last 30 days"),
  created_at: instant(),
  updated_at: instant(),
});

const requiredVersion = z.object({
  version_id: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  is_published: z.boolean(),
});

export const pastVersion = z.object({
  ...fileShape,
  id: z.string(),
  version: z.string(),
  status: versionStatus(),
  is_published: z.boolean(),
  published_at: z.nullable(instant()),
  publisher: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
  created_at: instant(),
  needs: describe(z.array(requiredVersion), "Direct dependencies, by name"),
  downloads: describe(z.int(), "All-time downloads"),
});

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
  has_availability: describe(z.boolean(), "Whether it was chosen who may have it; until then nobody may"),
  product,
  fits: describe(z.array(z.object({ id: z.string(), name: z.string() })), "Products with compatible devices"),
  versions: describe(z.array(pastVersion), "All versions, newest first"),
  updated_at: instant(),
};

export const downloadStatisticsShape = {
  downloads: describe(z.int(), "All-time downloads"),
  weeks: describe(
    z.array(z.object({ week: describe(z.string(), "Its Monday"), downloads: z.int() })),
    "Last 12 weeks by Monday in UTC, current week last",
  ),
  versions: describe(
    z.array(z.object({ version_id: z.string(), version: z.string(), downloads: z.int() })),
    "By version, most downloaded first",
  ),
  organizations: describe(
    z.array(z.object({ org_id: z.string(), name: z.string(), downloads: z.int(), last_at: instant() })),
    "Top 20 organizations by downloads",
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

export const publishCheckShape = {
  version_id: z.string(),
  version: z.string(),
  is_published: z.boolean(),
  check: describe(
    z.string(),
    "Digest of this preview; when sent with the publish call, publishing fails if anything has changed",
  ),
  replaces: describe(text(), "Newest published version"),
  blockers: describe(
    z.array(z.object({ errcode: z.string(), message: z.string() })),
    "Error that publishing would return",
  ),
  missing: describe(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string(), is_deleted: z.boolean() })),
    "Dependencies that are unpublished or deleted",
  ),
  warnings: describe(
    z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
    "Warnings that do not block publishing",
  ),
  organizations: describe(z.int(), "Organizations that have it after the stage"),
  people: describe(
    z.int(),
    "Users who get it and are notified, without those notified in an earlier stage; by email unless they turned news off",
  ),
  keeping_count: describe(z.int(), "Organizations that keep an older version"),
  keeping: describe(
    z.array(
      z.object({
        org_id: z.string(),
        org_name: z.string(),
        version: describe(z.string(), "Version that they keep"),
        code: z.enum(keepingCodes),
        message: z.string(),
      }),
    ),
    "First 100 organizations by name, each with the reason",
  ),
  waiting: describe(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string() })),
    "Unpublished builds that depend on this one",
  ),
};

export const versionGraphShape = {
  nodes: describe(
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
  edges: describe(
    z.array(
      z.object({
        from: describe(z.string(), "Dependent build"),
        to: describe(z.string(), "Required build"),
      }),
    ),
    "Dependencies between the builds",
  ),
};

export const linkCheckShape = {
  product: describe(product, "Product that would be required; null: available to everyone"),
  organizations: describe(z.int(), "Organizations entitled after the change"),
  losing: describe(z.int(), "Organizations that lose access"),
  losing_users: describe(z.int(), "Organizations losing access that downloaded it in the last 90 days"),
};
