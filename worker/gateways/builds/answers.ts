import * as z from "zod/mini";

const text = () => z.optional(z.nullable(z.string()));

/**
 * Assets uploaded before June 2025 have no `digest`; an upload that failed can leave an empty asset in the state
 * `starter` (https://docs.github.com/en/rest/releases/assets).
 */
const assetSchema = z.object({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  size: z.int(),
  digest: text(),
});

/** https://docs.github.com/en/rest/releases/releases */
export const releaseSchema = z.object({
  tag_name: z.string(),
  body: text(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  assets: z.array(assetSchema),
});

/** https://docs.github.com/en/rest/repos/repos#list-organization-repositories */
export const repositorySchema = z.object({
  name: z.string(),
  topics: z.optional(z.array(z.string())),
  archived: z.boolean(),
});

export type Asset = {
  id: number;
  name: string;
  size: number;
  /** Hexadecimal; null if the registry has no digest. */
  sha256: string | null;
};
export type Release = {
  tag: string;
  is_prerelease: boolean;
  notes: string;
  assets: Asset[];
  /** An upload failed or is still running. */
  has_unfinished_upload: boolean;
};

export const toRelease = ({ tag_name, prerelease, body, assets }: z.output<typeof releaseSchema>): Release => ({
  tag: tag_name,
  is_prerelease: prerelease,
  notes: body ?? "",
  has_unfinished_upload: assets.some(({ state }) => state !== "uploaded"),
  assets: assets
    .filter(({ state }) => state === "uploaded")
    .map(({ id, name, size, digest }) => ({
      id,
      name,
      size,
      sha256: /^sha256:([0-9a-f]{64})$/.exec(digest ?? "")?.[1] ?? null,
    })),
});

/**
 * Reads the `link` header; null on the last page
 * (https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api).
 */
export function nextPage(response: Response): number | null {
  const [, page] = /<[^>]*[?&]page=(\d+)[^>]*>;\s*rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  return page === undefined ? null : Number(page);
}
