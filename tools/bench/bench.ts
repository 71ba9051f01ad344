// Every mode of the bench, with the order in which its servers start and stop.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { migrateDatabase, seedDatabase, seedLargeDatabase } from "../../sandbox/postgres/database.ts";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { stopSteps } from "../../sandbox/process/run-step.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { Refusal } from "../../sandbox/process/settings.ts";
import { startWorker } from "../../sandbox/run/worker.ts";
import { demoProducts } from "../../sandbox/seed/products/index.ts";
import { bundleBareSelect, copyBareAnswer, copyWorker } from "./bundle.ts";
import { measureColdStart, untilHealthy } from "./cold-start.ts";
import { compare } from "./compare.ts";
import { measureFlood } from "./shop/flood.ts";
import { measureHalfRate } from "./half-rate.ts";
import { isPinning, leaveServerCore } from "./cores.ts";
import { measureFirstViews, serveBarePage } from "./first-views.ts";
import { farToText, measureFar } from "./far/far.ts";
import { filesToText, measureManifest, measureStream } from "./shop/files.ts";
import { measureUploads, uploadsToText } from "./shop/pictures.ts";
import { listCostsToText, measureListCosts } from "./shop/list-costs.ts";
import { listsToText, measureLists } from "./shop/lists.ts";
import { startLoadGenerator } from "./load-generator.ts";
import { accountPages } from "./pages.ts";
import { createBenchUser, type BenchUser } from "./people.ts";
import { type Report, reportToText } from "./report.ts";
import { countRoundTrips } from "./round-trips.ts";
import { measurePages, pagesToText } from "./shop/page-times.ts";
import { measureSlowForm } from "./slow-form.ts";
import { measureStore } from "./shop/store.ts";
import { weigh } from "./weight.ts";
import { type ServedWorker, startWorkerd, writeConfig } from "./workerd.ts";

await runCommand(bench);

/**
 * `npm run bench` measures speed and weight. `-- --slow` measures first views on a slow network, `-- --lists` lists of
 * the large data set, `-- --pages` pages beside their API lists, `-- --files` plugin manifests, a 1 GiB file and 5 MiB
 * pictures, `-- --far` ten pages over long distances between browser, edge and worker; `-- --json` prints JSON.
 */
async function bench(lifecycle: Lifecycle): Promise<number> {
  const args = new Set(process.argv.slice(2));
  const unknown = [...args].find(
    (arg) => !["--slow", "--lists", "--pages", "--files", "--far", "--json"].includes(arg),
  );
  if (unknown)
    throw new Refusal(`${unknown} is not known: use --slow, --lists, --pages, --files, --far, --json or nothing.`);
  const isSlow = args.has("--slow");
  // Standard output carries only the JSON.
  if (args.has("--json")) console.log = console.error;
  await lifecycle.add(stopSteps);
  await ensureBuild("preact");
  if (args.has("--lists")) return benchLists(lifecycle, args.has("--json"));
  if (args.has("--pages")) return benchPages(lifecycle, args.has("--json"));
  if (args.has("--files")) return benchFiles(lifecycle, args.has("--json"));
  if (args.has("--far")) return benchFar(lifecycle, args.has("--json"));
  const [load_before = 0] = loadavg();
  const results = isSlow ? await benchSlow(lifecycle) : await benchFast(lifecycle);
  const report: Report = { load_before, ...results };
  process.stdout.write(args.has("--json") ? `${JSON.stringify(report, null, 2)}\n` : `\n${reportToText(report)}\n`);
  return 0;
}

type BenchResults = Omit<Report, "load_before">;

interface BenchEnvironment {
  folder: string;
  sandbox: Sandbox;
  port: number;
}

async function startEnvironment(lifecycle: Lifecycle): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-bench-"));
  // The folder is removed on exit, because the stop functions may run out of time.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const dataDir = join(folder, "data");
  const sandbox = await startSandbox({ dataDir, port: 0, publicUrl, rateLimitScale: 1e9, durable: false });
  await lifecycle.add(sandbox.stop);
  await migrateDatabase(sandbox.databaseUrl);
  await seedDatabase(sandbox.databaseUrl);
  return { folder, sandbox, port };
}

async function benchSlow(lifecycle: Lifecycle): Promise<BenchResults> {
  const { folder, sandbox, port } = await startEnvironment(lifecycle);
  const worker = await startWorker({ vars: sandbox.vars, port, renderer: "preact", onLog: () => {} });
  await lifecycle.add(worker.stop);
  const product = demoProducts.find(({ is_published }) => is_published);
  const slow_form = await measureSlowForm(`${worker.url}/sign-in/crunchbox`);
  const first_views = await measureFirstViews([
    { name: "bare page of the framework", url: await serveBarePage(lifecycle, folder) },
    { name: "sign-in", url: `${worker.url}/sign-in/crunchbox` },
    { name: "store", url: `${worker.url}/store`, usable_ms_max: 600 },
    { name: "store list", url: `${worker.url}/store/products`, usable_ms_max: 600 },
    { name: "product", url: `${worker.url}/store/products/${product?.id}`, usable_ms_max: 600 },
  ]);
  return { pinned: false, slow_form, first_views };
}

async function buildBareSelect(folder: string, { vars }: Sandbox): Promise<ServedWorker> {
  const { DATABASE_URL = "", NEON_FETCH_ENDPOINT = "" } = vars;
  return { module: await bundleBareSelect(folder), vars: { DATABASE_URL, NEON_FETCH_ENDPOINT } };
}

async function benchLists(lifecycle: Lifecycle, isJson: boolean): Promise<number> {
  const { folder, sandbox, port } = await startEnvironment(lifecycle);
  await seedLargeDatabase(sandbox.databaseUrl);
  const store = { module: copyWorker(folder), vars: sandbox.vars };
  const bare = await buildBareSelect(folder, sandbox);
  const config = await writeConfig(folder, "lists", [store, bare]);
  const workerd = startWorkerd(config);
  await lifecycle.add(workerd.stop);
  const load = startLoadGenerator();
  await lifecycle.add(load.stop);
  const [servedPort = 0, barePort = 0] = config.ports;
  await untilHealthy(servedPort);
  const costs = await measureListCosts(sandbox, { port: servedPort, barePort, pid: workerd.pid }, load);
  await load.stop();
  await workerd.stop();
  const worker = await startWorker({ vars: sandbox.vars, port, renderer: "preact", onLog: () => {} });
  await lifecycle.add(worker.stop);
  const paged = await measureLists(sandbox, port);
  const text = () => `\n${listCostsToText(costs)}\n\n${listsToText(paged)}\n`;
  process.stdout.write(isJson ? `${JSON.stringify({ costs, paged }, null, 2)}\n` : text());
  return 0;
}

async function benchPages(lifecycle: Lifecycle, isJson: boolean): Promise<number> {
  leaveServerCore();
  const { folder, sandbox } = await startEnvironment(lifecycle);
  await seedLargeDatabase(sandbox.databaseUrl);
  const config = await writeConfig(folder, "pages", [{ module: copyWorker(folder), vars: sandbox.vars }]);
  const workerd = startWorkerd(config);
  await lifecycle.add(workerd.stop);
  const load = startLoadGenerator();
  await lifecycle.add(load.stop);
  const [port = 0] = config.ports;
  await untilHealthy(port);
  const measured = await measurePages({ sandbox, port, pid: workerd.pid, load });
  process.stdout.write(isJson ? `${JSON.stringify(measured, null, 2)}\n` : `\n${pagesToText(measured)}\n`);
  return 0;
}

async function benchFiles(lifecycle: Lifecycle, isJson: boolean): Promise<number> {
  const environment = await startEnvironment(lifecycle);
  const { folder, sandbox } = environment;
  const benchUser = await createBenchUser(sandbox.databaseUrl, sandbox.vars["CODE_PEPPER"] ?? "");
  const config = await writeConfig(folder, "files", [{ module: copyWorker(folder), vars: sandbox.vars }]);
  const workerd = startWorkerd(config);
  await lifecycle.add(workerd.stop);
  const [port = 0] = config.ports;
  await untilHealthy(port);
  const manifest = await measureManifest(sandbox, { port, pid: workerd.pid }, benchUser);
  await workerd.stop();
  console.error(JSON.stringify(manifest));
  const pictures = await measureUploads(sandbox, environment, benchUser);
  console.error(JSON.stringify(pictures));
  const stream = await measureStream(sandbox, environment, benchUser);
  const text = `\n${filesToText(manifest, stream)}\n${uploadsToText(pictures)}\n`;
  process.stdout.write(isJson ? JSON.stringify({ manifest, stream, pictures }) : text);
  return 0;
}

async function benchFar(lifecycle: Lifecycle, isJson: boolean): Promise<number> {
  const { sandbox, port } = await startEnvironment(lifecycle);
  const benchUser = await createBenchUser(sandbox.databaseUrl, sandbox.vars["CODE_PEPPER"] ?? "");
  const worker = await startWorker({ vars: sandbox.vars, port, renderer: "preact", onLog: () => {} });
  await lifecycle.add(worker.stop);
  const product = demoProducts.find(({ is_published }) => is_published);
  const cookie = benchUser.headers.cookie;
  const times = await measureFar(lifecycle, port, [
    { name: "sign-in", path: "/sign-in/crunchbox" },
    { name: "request account", path: "/request-account" },
    { name: "license", path: "/license-agreement" },
    { name: "store", path: "/store" },
    { name: "products", path: "/store/products" },
    { name: "product", path: `/store/products/${product?.id}` },
    { name: "API reference", path: "/docs" },
    { name: "products, signed in", path: "/store/products", cookie },
    { name: "portal, signed in", path: "/portal", cookie },
    { name: "orders, signed in", path: "/portal/orders", cookie },
  ]);
  process.stdout.write(isJson ? `${JSON.stringify(times, null, 2)}\n` : `\n${farToText(times)}\n`);
  return 0;
}

async function benchFast(lifecycle: Lifecycle): Promise<BenchResults> {
  leaveServerCore();
  const environment = await startEnvironment(lifecycle);
  const { sandbox } = environment;
  const benchUser = await createBenchUser(sandbox.databaseUrl, sandbox.vars["CODE_PEPPER"] ?? "");
  const speed = await measureSpeed(lifecycle, environment, benchUser);
  return { pinned: isPinning, ...speed, weight: await measureWeight(lifecycle, environment, benchUser) };
}

async function measureSpeed(
  lifecycle: Lifecycle,
  { folder, sandbox }: BenchEnvironment,
  benchUser: BenchUser,
): Promise<Omit<BenchResults, "pinned">> {
  const store = { module: copyWorker(folder), vars: sandbox.vars };
  const bare = await buildBareSelect(folder, sandbox);
  const cold_start_ms = await measureColdStart(await writeConfig(folder, "cold", [store]));
  const config = await writeConfig(folder, "warm", [store, bare, { module: copyBareAnswer(folder), vars: {} }]);
  const workerd = startWorkerd(config);
  await lifecycle.add(workerd.stop);
  const load = startLoadGenerator();
  await lifecycle.add(load.stop);
  const [port = 0, barePort = 0, answerPort = 0] = config.ports;
  await untilHealthy(port);
  const get = (path: string, headers?: Record<string, string>) => ({ port, path, headers });
  const signIn = get("/sign-in/crunchbox");
  const session = get("/v1/sso/session", benchUser.headers);
  const user = get("/v1/sso/user", benchUser.headers);
  // /health and the sign-in page pass the same middleware, so that their difference is the cost of rendering.
  const pages = await compare(load, workerd.pid, { "static text (/health)": get("/health"), "sign-in page": signIn });
  const bare_select = { port: barePort, path: `/?id=${benchUser.user_id}` };
  const readTargets = {
    "bare one-row SELECT": bare_select,
    "GET /v1/sso/session": session,
    "GET /v1/sso/user": user,
  };
  const reads = await compare(load, workerd.pid, readTargets);
  const half_rate = await measureHalfRate(load, readTargets, reads);
  const roundTripTargets = {
    "sign-in page": signIn,
    "GET /v1/sso/session": session,
    "GET /v1/sso/user": user,
    "license page": get("/license-agreement"),
  };
  const round_trips = [];
  for (const [name, target] of Object.entries(roundTripTargets))
    round_trips.push(await countRoundTrips(sandbox.url, name, target));
  const store_calls = await measureStore({
    sandbox,
    port,
    bare_answer: { port: answerPort, path: "/" },
    bare_select,
    load,
  });
  const people_pages = await measurePages({ sandbox, port, pid: workerd.pid, load });
  const product = demoProducts.find(({ is_published }) => is_published);
  const flood = await measureFlood(load, port, `/store/products/${product?.id}`);
  await load.stop();
  await workerd.stop();
  return { pages, reads, half_rate, round_trips, cold_start_ms, store_calls, people_pages, flood };
}

async function measureWeight(
  lifecycle: Lifecycle,
  { sandbox, port }: BenchEnvironment,
  benchUser: BenchUser,
): Promise<Report["weight"]> {
  const worker = await startWorker({ vars: sandbox.vars, port, renderer: "preact", onLog: () => {} });
  await lifecycle.add(worker.stop);
  const weights: Report["weight"] = [];
  for (const { name, path, headers, script_bytes_max } of accountPages(benchUser)) {
    weights.push({ name, script_bytes_max, ...(await weigh(worker.url + path, headers)) });
  }
  return weights;
}
