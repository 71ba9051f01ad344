import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakes, type Fakes } from "../../sandbox/fakes.ts";
import { readSecrets } from "../../sandbox/secrets.ts";

let dataDir: string;
let fakes: Fakes;
let api: string;
let token: string;

/** Starts the fakes alone, without a database. */
const startAll = async () => {
  const unused = { postgresPort: 1, databaseUrl: "", publicUrl: "http://localhost:1", jobs: async () => ({}) };
  const makeObject = async () => undefined;
  fakes = await startFakes({ dataDir, secrets: readSecrets(dataDir), port: 0, makeObject, ...unused });
  api = fakes.settings["BUILDS_API_URL"] ?? "";
  token = fakes.settings["BUILDS_TOKEN"] ?? "";
};
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-builds-"));
  await startAll();
});
afterAll(async () => {
  await fakes?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const callApi = (path: string, headers: Record<string, string> = {}) =>
  fetch(api + path, { redirect: "manual", headers: { authorization: `Bearer ${token}`, ...headers } });
const post = (path: string, body: unknown) => fetch(fakes.url + path, { method: "POST", body: JSON.stringify(body) });
const createRelease = async (build: object) => (await post("/builds", { size: 100, ...build })).json();

test("releases come newest first, by pages that link to each other, and unchanged ones cost nothing", async () => {
  for (let n = 0; n < 5; n += 1) await createRelease({ kind: "plugin", name: "paged", version: `1.${n}.0` });
  await createRelease({ kind: "plugin", name: "paged", version: "2.0.0-rc.1", prerelease: true });
  const page = await callApi("/repos/cgx/paged/releases?per_page=4&page=1");
  const url = `${api}/repos/cgx/paged/releases?per_page=4`;
  expect(page.headers.get("link")).toBe(`<${url}&page=2>; rel="next", <${url}&page=2>; rel="last"`);
  const tags = (await page.json()).map((each: { tag_name: string }) => each.tag_name);
  expect(tags).toEqual(["v2.0.0-rc.1", "v1.4.0", "v1.3.0", "v1.2.0"]);
  const lastPage = await callApi("/repos/cgx/paged/releases?per_page=4&page=2");
  expect(lastPage.headers.get("link")).toBe(`<${url}&page=1>; rel="prev", <${url}&page=1>; rel="first"`);
  expect((await (await callApi("/repos/cgx/paged/releases/latest")).json()).tag_name).toBe("v1.4.0");
  const remainingBefore = Number(lastPage.headers.get("x-ratelimit-remaining"));
  const unchangedPage = await callApi("/repos/cgx/paged/releases?per_page=4&page=2", {
    "if-none-match": lastPage.headers.get("etag") ?? "",
  });
  expect([unchangedPage.status, Number(unchangedPage.headers.get("x-ratelimit-remaining"))]).toEqual([
    304,
    remainingBefore - 1,
  ]);
  const repositories = await (await callApi("/orgs/cgx/repos?per_page=100")).json();
  expect(repositories.map((each: { name: string; topics: string[] }) => [each.name, each.topics])).toEqual([
    ["flowpoint", []],
    ["paged", ["flowpoint-plugin"]],
  ]);
});

test("what GitHub refuses is refused: no token, an unknown version of the API, a limit that is used up", async () => {
  const readRefusal = async (answer: Promise<Response>) => [
    (await answer).status,
    (await (await answer).json()).message,
  ];
  expect(await readRefusal(fetch(`${api}/orgs/cgx/repos`))).toEqual([401, "Bad credentials"]);
  expect((await callApi("/orgs/cgx/repos", { "x-github-api-version": "1999-01-01" })).status).toBe(400);
  expect((await callApi("/repos/cgx/nothing/releases")).status).toBe(404);
  expect((await callApi("/repos/cgx/flowpoint/releases/latest")).status).toBe(404);
  await post("/builds/limit", { remaining: 0, resets_in_s: 60 });
  const limitedResponse = await callApi("/orgs/cgx/repos");
  expect([limitedResponse.status, limitedResponse.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  const waitSeconds = Number(limitedResponse.headers.get("x-ratelimit-reset")) - Date.now() / 1000;
  expect(waitSeconds).toBeGreaterThan(50);
  await post("/builds/limit", { remaining: 5000, resets_in_s: 60 });
});

test("pages can be short, repeat their last rows and move, and a secondary limit names no time", async () => {
  for (let n = 0; n < 6; n += 1) await createRelease({ kind: "dependency", name: "moving", version: `1.${n}.0` });
  const list = "/repos/cgx/moving/releases";
  const addFault = (asked: object) => post("/faults", { service: "builds", path: list, ...asked });
  const fetchMinors = async (page: number) => {
    const answer = await callApi(`${list}?per_page=4&page=${page}`);
    const tags = (await answer.json()).map((each: { tag_name: string }) =>
      each.tag_name.replace(/^v1\.(\d)\.0$/, "$1"),
    );
    return { tags, has_next: answer.headers.get("link")?.includes('rel="next"') ?? false };
  };
  await addFault({ kind: "short", value: 1 });
  expect(await fetchMinors(1)).toEqual({ tags: ["5"], has_next: true });
  expect(await fetchMinors(2)).toEqual({ tags: ["4", "3", "2", "1"], has_next: true });
  expect(await fetchMinors(3)).toEqual({ tags: ["0"], has_next: false });
  expect(await fetchMinors(1)).toEqual({ tags: ["5", "4", "3", "2"], has_next: true });
  await addFault({ kind: "repeat" });
  expect(await fetchMinors(2)).toEqual({ tags: ["4", "3", "2", "1", "0"], has_next: false });
  await addFault({ kind: "shift" });
  expect(await fetchMinors(2)).toEqual({ tags: ["0"], has_next: false });
  await addFault({ kind: "shift" });
  expect((await fetchMinors(1)).tags).toEqual([expect.stringMatching(/^v0\.0\.\d+$/), "5", "4", "3"]);
  await addFault({ kind: "limit", value: 403 });
  const limitedResponse = await callApi(list);
  expect([
    limitedResponse.status,
    limitedResponse.headers.get("retry-after"),
    (await limitedResponse.json()).message,
  ]).toEqual([403, null, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."]);
});

test("an asset lies at a second host, in parts, with the digest that was asked for", async () => {
  const { sha256 } = await createRelease({ kind: "flowpoint", name: "flowpoint", version: "1.0.0", size: 3_000_001 });
  const { assets } = await (await callApi("/repos/cgx/flowpoint/releases/tags/v1.0.0")).json();
  expect(assets).toMatchObject([
    { name: "flowpoint-1.0.0.zip", size: 3_000_001, digest: `sha256:${sha256}` },
    { name: "manifest.json" },
  ]);
  const path = `/repos/cgx/flowpoint/releases/assets/${assets[0].id}`;
  expect(await (await callApi(path)).json()).toEqual(assets[0]);
  const redirect = await callApi(path, { accept: "application/octet-stream" });
  const location = redirect.headers.get("location") ?? "";
  expect([redirect.status, new URL(location).origin]).toEqual([302, fakes.settings["BUILDS_FILES_ORIGIN"]]);
  const hash = createHash("sha256");
  for (const range of ["0-1000002", "1000003-2999999", "3000000-3000000"]) {
    const partResponse = await fetch(location, { headers: { range: `bytes=${range}` } });
    expect([partResponse.status, partResponse.headers.get("content-range")]).toEqual([206, `bytes ${range}/3000001`]);
    hash.update(Buffer.from(await partResponse.arrayBuffer()));
  }
  expect(hash.digest("hex")).toBe(sha256);
  expect((await fetch(location, { headers: { authorization: `Bearer ${token}` } })).status).toBe(400);
  expect((await fetch(location.replace("sig=", "sig=x"))).status).toBe(403);
  const listAssets = async (version: string) =>
    (await (await callApi(`/repos/cgx/flowpoint/releases/tags/v${version}`)).json()).assets.map(
      (each: { name: string; digest: string | null }) => [each.name, each.digest],
    );
  await createRelease({ kind: "flowpoint", name: "flowpoint", version: "1.1.0", digest: "none" });
  expect((await listAssets("1.1.0")).map(([name]: [string]) => name)).toContain("SHA256SUMS");
  await createRelease({ kind: "flowpoint", name: "flowpoint", version: "1.2.0", digest: "wrong" });
  expect((await listAssets("1.2.0"))[0]).toEqual(["flowpoint-1.2.0.zip", `sha256:${"0".repeat(64)}`]);
});

test("what was released outlives a restart, with what it needs", async () => {
  const requiredBuilds = [{ name: "kept-kernel", version: "2.0.0" }];
  const { sha256 } = await createRelease({
    kind: "plugin",
    name: "kept",
    version: "1.0.0",
    dependencies: requiredBuilds,
  });
  await fakes.stop();
  await startAll();
  const builds = await (await fetch(`${fakes.url}/builds.json`)).json();
  expect(builds.find((each: { name: string }) => each.name === "kept")).toMatchObject({
    sha256,
    dependencies: requiredBuilds,
  });
  expect((await callApi("/repos/cgx/kept-kernel/releases/tags/v2.0.0")).status).toBe(200);
  expect((await post("/builds", { kind: "game", name: "x", version: "1", size: 1 })).status).toBe(400);
});
