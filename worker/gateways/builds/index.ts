import * as z from "zod/mini";
import { GatewayError } from "../gateway-error.ts";
import { discardBody, readBody } from "../outbound.ts";
import { type Asset, nextPage, type Release, releaseSchema, repositorySchema, toRelease } from "./answers.ts";
import { sendGet, type BuildsSettings, parseAs } from "./request.ts";
import { type AssetSource, openAsset } from "./open-asset.ts";

export type { Asset, Release } from "./answers.ts";
export type { AssetSource } from "./open-asset.ts";
export type { BuildsSettings } from "./request.ts";

type ConditionalResult<T> = "unchanged" | ({ etag: string | null } & T);

/**
 * GitHub's REST API. Each app, firmware, plugin and dependency has a repository, and each version a release. Drafts are
 * omitted. Every method that sends a request throws GatewayError.
 */
export type BuildsGateway = {
  /** Repositories with the configured topics that are not archived, by name. */
  listRepositories(page: number): Promise<{ plugins: string[]; firmware: string[]; next: number | null }>;
  /** Releases including pre-releases, newest first; undefined if the repository does not exist. */
  listReleases(
    name: string,
    page: number,
    etag?: string,
  ): Promise<ConditionalResult<{ releases: Release[]; next: number | null }> | undefined>;
  releaseByTag(name: string, tag: string): Promise<Release | undefined>;
  readAsset(name: string, asset: Asset, bytesMax: number): Promise<string>;
  openAsset(name: string, asset: Asset): AssetSource;
};

export function createBuildsGateway(settings: BuildsSettings): BuildsGateway {
  const repositoryPath = (name: string) => `/repos/${settings.BUILDS_OWNER}/${encodeURIComponent(name)}`;
  return {
    async listRepositories(page) {
      const order = "type=all&sort=full_name&direction=asc";
      const answer = await sendGet(settings, `/orgs/${settings.BUILDS_OWNER}/repos?${order}&per_page=100&page=${page}`);
      const found = await parseAs(answer, z.array(repositorySchema));
      const namesWith = (topic: string) =>
        found.flatMap(({ name, topics, archived }) => (!archived && topics?.includes(topic) ? [name] : []));
      const plugins = namesWith(settings.BUILDS_PLUGIN_TOPIC);
      return { plugins, firmware: namesWith(settings.BUILDS_FIRMWARE_TOPIC), next: nextPage(answer) };
    },
    async listReleases(name, page, etag) {
      const answer = await undefinedIfMissing(
        sendGet(settings, `${repositoryPath(name)}/releases?per_page=30&page=${page}`, { etag }),
      );
      if (!answer) return undefined;
      if (answer.status === 304) return discardUnchanged(answer);
      const releases = await parseAs(answer, z.array(releaseSchema));
      const published = releases.filter(({ draft }) => !draft).map(toRelease);
      return { etag: answer.headers.get("etag"), releases: published, next: nextPage(answer) };
    },
    async releaseByTag(name, tag) {
      const answer = await undefinedIfMissing(
        sendGet(settings, `${repositoryPath(name)}/releases/tags/${encodeURIComponent(tag)}`),
      );
      return answer && toRelease(await parseAs(answer, releaseSchema));
    },
    async readAsset(name, asset, bytesMax) {
      if (asset.size > bytesMax)
        throw new GatewayError("builds", `${asset.name} has more than ${bytesMax} bytes`, { retryable: false });
      const body = await openAsset(settings, name, asset).read({ offset: 0, length: asset.size });
      return readBody(new Response(body), bytesMax);
    },
    openAsset: (name, asset) => openAsset(settings, name, asset),
  };
}

async function discardUnchanged(answer: Response): Promise<"unchanged"> {
  await discardBody(answer);
  return "unchanged";
}

/** The registry also returns 404 for resources that the token may not access. */
async function undefinedIfMissing(response: Promise<Response>): Promise<Response | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof GatewayError && error.status === 404) return undefined;
    throw error;
  }
}
