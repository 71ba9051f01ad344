import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Faults } from "../faults.ts";
import type { SandboxEnv } from "../service.ts";
import { listAssets, type Build, type BuildAsset, pluginTopic, type Registry } from "./state.ts";
import { readPaging, conditionalResponse, notFound, pageResponse, rateHeaders, refusal } from "./wire/answers.ts";
import { generateContent, type Range } from "./wire/content.ts";
import { PagingFaults } from "./wire/mishaps.ts";
import { assetSchema, releaseSchema, repositorySchema } from "./wire/schemas.ts";

export const owner = "cgx";
const apiVersion = "2022-11-28";
const linkLifetimeMs = 300_000;

type Origins = { api: () => string; files: () => string };

/**
 * GitHub's API for releases of an organization (https://docs.github.com/en/rest/releases): token, rate limits,
 * conditional requests, and assets on a second host by short-lived links.
 */
export function buildsProtocol(registry: Registry, token: string, places: Origins, faults: Faults) {
  const pagingFaults = new PagingFaults(faults);
  const findRepository = (c: Context): string | undefined => {
    const { owner: asked, repo } = c.req.param();
    // GitHub ignores the case of both names.
    if (asked?.toLowerCase() !== owner) return undefined;
    const knownName = registry.repositories().find(({ name }) => name.toLowerCase() === repo?.toLowerCase())?.name;
    return knownName && (registry.renamed.get(knownName) ?? knownName);
  };
  return new Hono<SandboxEnv>()
    .use(requireClient(token, registry))
    .get("/orgs/:org/repos", (c) => {
      if (c.req.param("org").toLowerCase() !== owner) return notFound();
      const path = `/orgs/${owner}/repos`;
      const transientRow = () => ({ id: Date.now(), name: `passing-${Date.now()}`, topics: [pluginTopic] });
      const { rows, last } = pagingFaults.page(path, registry.repositories(), readPaging(c), transientRow);
      const found = rows.map((each) => toRepository(each, places));
      return pageResponse(c, registry, { rows: found, last }, repositorySchema, places.api() + path);
    })
    .use("/repos/:owner/:repo/*", async (c, next) => {
      // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
      const renaming = [...registry.renamed].find(([, old]) => old === c.req.param("repo"));
      if (!renaming) return next();
      const location = `${places.api()}/repositories/1/releases`;
      const body = { message: "Moved Permanently", url: location, documentation_url: "https://docs.github.com/rest" };
      return Response.json(body, { status: 301, headers: { location } });
    })
    .get("/repos/:owner/:repo/releases", (c) => {
      const repository = findRepository(c);
      if (!repository) return notFound();
      const path = `/repos/${owner}/${repository}/releases`;
      const releases = registry.releases(repository);
      const { rows, last } = pagingFaults.page(path, releases, readPaging(c), () => transientBuild(releases));
      const jsonRows = rows.map((build) => toRelease(build, places));
      return pageResponse(c, registry, { rows: jsonRows, last }, releaseSchema, places.api() + path);
    })
    .get("/repos/:owner/:repo/releases/latest", (c) => {
      const newest = registry.releases(findRepository(c) ?? "").find(({ prerelease }) => !prerelease);
      return newest ? conditionalResponse(c, registry, releaseSchema.parse(toRelease(newest, places))) : notFound();
    })
    .get("/repos/:owner/:repo/releases/tags/:tag", (c) => {
      const build = registry.releases(findRepository(c) ?? "").find((each) => toTag(each) === c.req.param("tag"));
      return build ? conditionalResponse(c, registry, releaseSchema.parse(toRelease(build, places))) : notFound();
    })
    .get("/repos/:owner/:repo/releases/assets/:id", (c) => {
      const asset = registry.asset(findRepository(c) ?? "", Number(c.req.param("id")));
      if (!asset) return notFound();
      if (c.req.header("accept") !== "application/octet-stream")
        return conditionalResponse(c, registry, assetSchema.parse(toAsset(asset, places)));
      const until = Date.now() + linkLifetimeMs;
      const path = `${asset.build.repository}/${asset.id}`;
      const location = `${places.files()}/${path}?se=${until}&sig=${signLink(token, path, until)}`;
      return new Response(null, { status: 302, headers: { location, ...rateHeaders(registry) } });
    });
}

/** Serves assets by signed link, without a token and with range requests. */
export function filesProtocol(registry: Registry, token: string) {
  return new Hono<SandboxEnv>().get("/:repository/:id", (c) => {
    const { repository, id } = c.req.param();
    const until = Number(c.req.query("se"));
    if (c.req.header("authorization")) return c.text("InvalidAuthenticationInfo", 400);
    if (c.req.query("sig") !== signLink(token, `${repository}/${id}`, until) || until < Date.now())
      return c.text("AuthenticationFailed", 403);
    const asset = registry.asset(repository, Number(id));
    return asset ? sendAsset(asset, c.req.header("range")) : c.text("BlobNotFound", 404);
  });
}

function sendAsset(asset: BuildAsset, rangeHeader: string | undefined): Response {
  const { size, build, text } = asset;
  const headers = { "content-type": "application/octet-stream", "accept-ranges": "bytes" };
  const [, first = "", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(rangeHeader ?? "") ?? [];
  const range: Range = { start: Number(first), end: Math.min(size, last === "" ? size : Number(last) + 1) };
  if (range.start >= size && size > 0)
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  const pieces =
    text === undefined ? generateContent(build.seed, range) : [Buffer.from(text).subarray(range.start, range.end)];
  // as: Node's web streams and the browser's types are the same at run time.
  const body = Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream;
  const length = { "content-length": String(range.end - range.start) };
  if (first === "") return new Response(body, { headers: { ...headers, ...length } });
  const part = { "content-range": `bytes ${range.start}-${range.end - 1}/${size}` };
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...part } });
}

/** https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api */
const requireClient =
  (token: string, registry: Registry): MiddlewareHandler<SandboxEnv> =>
  async (c, next) => {
    if (!c.req.header("user-agent")) return refusal(403, "Request forbidden by administrative rules.");
    const version = c.req.header("x-github-api-version") ?? apiVersion;
    if (version !== apiVersion) return refusal(400, `API version ${version} is not supported.`);
    if (c.req.header("authorization") !== `Bearer ${token}`) return refusal(401, "Bad credentials");
    if (registry.rate().remaining === 0)
      return refusal(403, "API rate limit exceeded for user ID 1.", rateHeaders(registry));
    return next();
  };

/** A release that is listed but deleted before its details are requested. */
function transientBuild([build]: Build[]): Build {
  if (!build) throw new Error("nothing passes through a list without releases");
  return { ...build, id: Date.now(), version: `0.0.${Date.now()}` };
}

const signLink = (token: string, path: string, until: number): string =>
  createHash("sha256").update(`${token} ${path} ${until}`).digest("base64url");

export const toTag = ({ version }: Build): string => `v${version}`;

const user = { login: "cgx-builds", id: 1, type: "Bot" as const };

function toRepository({ id, name, topics }: { id: number; name: string; topics: string[] }, { api }: Origins) {
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: `${owner}/${name}`,
    private: true,
    description: null,
    owner: { ...user, login: owner, type: "Organization" as const },
    archived: false,
    topics,
    url: `${api()}/repos/${owner}/${name}`,
    html_url: `https://github.com/${owner}/${name}`,
  };
}

function toRelease(build: Build, places: Origins) {
  const { id, repository, version, prerelease, created_at } = build;
  const url = `${places.api()}/repos/${owner}/${repository}/releases/${id}`;
  return {
    url,
    assets_url: `${url}/assets`,
    id,
    node_id: `RE_${id}`,
    author: user,
    tag_name: toTag(build),
    html_url: `https://github.com/${owner}/${repository}/releases/tag/${toTag(build)}`,
    target_commitish: "main",
    name: `${build.name} ${version}`,
    body: `Notes for developers of ${build.name} ${version}.`,
    draft: false,
    immutable: false,
    prerelease,
    created_at,
    published_at: created_at,
    assets: listAssets(build).map((asset) => toAsset(asset, places)),
  };
}

function toAsset({ id, name, state = "uploaded", size, digest, build }: BuildAsset, { api }: Origins) {
  const at = { created_at: build.created_at, updated_at: build.created_at };
  return {
    id,
    node_id: `RA_${id}`,
    name,
    label: null,
    uploader: user,
    state,
    size,
    digest,
    ...at,
    content_type: "application/octet-stream",
    download_count: 0,
    url: `${api()}/repos/${owner}/${build.repository}/releases/assets/${id}`,
    browser_download_url: `https://github.com/${owner}/${build.repository}/releases/download/${toTag(build)}/${name}`,
  };
}
