import * as z from "zod/mini";
import { softwareKinds } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";
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
  is_default: described(z.boolean(), "Whether it is included with Flowpoint"),
  product: described(product, "Required product; null: available to everyone"),
  latest_published_version: described(text(), "Newest published version"),
  waiting_version: described(text(), "Newest unpublished version that is in no stage"),
  rolling_out_version: described(text(), "Newest version in a stage before it is published"),
  has_availability: described(z.boolean(), "Whether it was chosen who may have it; until then nobody may"),
  downloads: described(z.int(), "Downloads in the last 30 days"),
  created_at: instant(),
  updated_at: instant(),
});

const need = z.object({
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
  needs: described(z.array(need), "Direct dependencies, by name"),
  downloads: described(z.int(), "All-time downloads"),
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
  has_availability: described(z.boolean(), "Whether it was chosen who may have it; until then nobody may"),
  product,
  fits: described(z.array(z.object({ id: z.string(), name: z.string() })), "Products with compatible devices"),
  versions: described(z.array(pastVersion), "All versions, newest first"),
  updated_at: instant(),
};

export const downloadStatisticsShape = {
  downloads: described(z.int(), "All-time downloads"),
  weeks: described(
    z.array(z.object({ week: described(z.string(), "Its Monday"), downloads: z.int() })),
    "Last 12 weeks by Monday in UTC, current week last",
  ),
  versions: described(
    z.array(z.object({ version_id: z.string(), version: z.string(), downloads: z.int() })),
    "By version, most downloaded first",
  ),
  organizations: described(
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
  check: described(
    z.string(),
    "Digest of this preview; when sent with the publish call, publishing fails if anything has changed",
  ),
  replaces: described(text(), "Newest published version"),
  blockers: described(
    z.array(z.object({ errcode: z.string(), message: z.string() })),
    "Error that publishing would return",
  ),
  missing: described(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string(), is_deleted: z.boolean() })),
    "Dependencies that are unpublished or deleted",
  ),
  warnings: described(
    z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
    "Warnings that do not block publishing",
  ),
  organizations: described(z.int(), "Organizations that have it after the stage"),
  people: described(
    z.int(),
    "Users who get it and are notified, without those notified in an earlier stage; by email unless they turned news off",
  ),
  keeping_count: described(z.int(), "Organizations that keep an older version"),
  keeping: described(
    z.array(
      z.object({
        org_id: z.string(),
        org_name: z.string(),
        version: described(z.string(), "Version that they keep"),
        code: z.enum(keepingCodes),
        message: z.string(),
      }),
    ),
    "First 100 organizations by name, each with the reason",
  ),
  waiting: described(
    z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string() })),
    "Unpublished builds that depend on this one",
  ),
};

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
        from: described(z.string(), "Dependent build"),
        to: described(z.string(), "Required build"),
      }),
    ),
    "Dependencies between the builds",
  ),
};

export const linkCheckShape = {
  product: described(product, "Product that would be required; null: available to everyone"),
  organizations: described(z.int(), "Organizations entitled after the change"),
  losing: described(z.int(), "Organizations that lose access"),
  losing_users: described(z.int(), "Organizations losing access that downloaded it in the last 90 days"),
};
