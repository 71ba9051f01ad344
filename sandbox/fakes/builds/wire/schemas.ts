import { z } from "zod";

/**
 * Responses of GitHub's REST API (https://github.com/github/rest-api-description: `release`, `release-asset`,
 * `minimal-repository`), reduced to a part of their fields. The fake validates every release, asset and repository
 * before it sends them.
 */
const user = z.strictObject({ login: z.string(), id: z.int(), type: z.enum(["User", "Bot", "Organization"]) });

export const assetSchema = z.strictObject({
  url: z.url(),
  id: z.int(),
  node_id: z.string(),
  name: z.string(),
  label: z.string().nullable(),
  uploader: user,
  content_type: z.string(),
  // GitHub's schema names `uploaded` and `open`; its documentation adds `starter` for uploads that failed.
  state: z.enum(["uploaded", "open", "starter"]),
  size: z.int(),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .nullable(),
  download_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  browser_download_url: z.url(),
});

export const releaseSchema = z.strictObject({
  url: z.url(),
  html_url: z.url(),
  assets_url: z.url(),
  id: z.int(),
  node_id: z.string(),
  author: user,
  tag_name: z.string(),
  target_commitish: z.string(),
  name: z.string().nullable(),
  body: z.string().nullable(),
  draft: z.boolean(),
  immutable: z.boolean(),
  prerelease: z.boolean(),
  created_at: z.iso.datetime(),
  published_at: z.iso.datetime().nullable(),
  assets: z.array(assetSchema),
});

export const repositorySchema = z.strictObject({
  id: z.int(),
  node_id: z.string(),
  name: z.string(),
  full_name: z.string(),
  private: z.boolean(),
  owner: user,
  html_url: z.url(),
  url: z.url(),
  description: z.string().nullable(),
  archived: z.boolean(),
  topics: z.array(z.string()),
});
