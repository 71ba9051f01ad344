import { createHash } from "node:crypto";
import { request } from "node:http";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { Client } from "pg";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { type Worker, startWorker } from "../../../sandbox/run/worker.ts";
import { Connection } from "../connection.ts";
import { processorMs } from "../cores.ts";
import { openIsolate } from "../../../tests/support/large/isolate.ts";
import type { BenchUser } from "../people.ts";
import { fetchRoundTripCount } from "../round-trips.ts";

const pluginCount = 200;
const dependencyCount = 300;
const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** 200 plugins with 3 versions each; the newest ones need 300 builds of dependencies in total. */
const seedStatements = [
  `insert into software (kind, name, title, author)
   select case when n <= ${pluginCount} then 'plugin' else 'dependency' end, 'bench-' || n, 'Bench ' || n, 'CGX'
   from generate_series(1, ${pluginCount + dependencyCount}) n`,
  `insert into software_versions (software_id, version, public_description, compatible_app_version, file_name, bytes, sha256,
     is_published, published_at)
   select s.id, '1.' || k || '.0', 'News', case s.kind when 'plugin' then '>=5.0.0 <6' end, s.name || '.fpx', 1000,
     encode(sha256(s.name::bytea), 'hex'), true, now()
   from software s, generate_series(1, case s.kind when 'plugin' then 3 else 1 end) k
   where s.name like 'bench-%'`,
  `insert into software_version_dependencies
   select p.id, d.id
   from generate_series(0, ${dependencyCount - 1}) n
   join software sp on sp.name = 'bench-' || 1 + n % ${pluginCount}
   join software_versions p on p.software_id = sp.id and p.version = '1.3.0'
   join software sd on sd.name = 'bench-' || ${pluginCount + 1} + n
   join software_versions d on d.software_id = sd.id`,
  "analyze software, software_versions, software_version_dependencies",
];

export type MeasuredManifest = { processor_ms: number; health_ms: number; round_trips: number; pluginwares: number };

export async function measureManifest(
  { databaseUrl, url }: Sandbox,
  { port, pid }: { port: number; pid: number },
  benchUser: BenchUser,
): Promise<MeasuredManifest> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  for (const statement of seedStatements) await client.query(statement);
  await client.end();
  const target = { port, path: "/v1/client/plugins/manifest", headers: benchUser.headers };
  const answer = await fetch(`http://localhost:${port}${target.path}`, { headers: benchUser.headers });
  const { pluginwares } = Object(await answer.json());
  const before = await fetchRoundTripCount(url);
  await measureProcessorMs(pid, target, 1);
  const round_trips = (await fetchRoundTripCount(url)) - before;
  await measureProcessorMs(pid, target, 100);
  const processor_ms = await measureProcessorMs(pid, target, 300);
  await measureProcessorMs(pid, { port, path: "/health" }, 100);
  const health_ms = await measureProcessorMs(pid, { port, path: "/health" }, 300);
  return { processor_ms, health_ms, round_trips, pluginwares: pluginwares?.length ?? 0 };
}

async function measureProcessorMs(
  pid: number,
  target: ConstructorParameters<typeof Connection>[0],
  times: number,
): Promise<number> {
  const connection = new Connection(target);
  const before = processorMs(pid) ?? Number.NaN;
  for (let i = 0; i < times; i += 1) await connection.ask();
  connection.close();
  return ((processorMs(pid) ?? Number.NaN) - before) / times;
}

export type MeasuredStream = { mebibytes: number; growth_mib: number; seconds: number; is_same: boolean };

/** Measures how much the isolate's memory grows while the worker serves a 1 GiB file from Miniflare's R2. */
export async function measureStream(
  sandbox: Sandbox,
  { folder, port }: { folder: string; port: number },
  benchUser: BenchUser,
): Promise<MeasuredStream> {
  const chunk = Buffer.from(Array.from({ length: mebibyte }, (_, index) => (index * 31) % 251));
  const hash = createHash("sha256");
  for (let i = 0; i < gibibyte / mebibyte; i += 1) hash.update(chunk);
  const sha256 = hash.digest("hex");
  const id = await insertVersion(sandbox.databaseUrl, sha256);
  const bucketFolder = join(folder, "bucket");
  await fillBucket(bucketFolder, `versions/${id}`);
  const start = () =>
    startWorker({
      vars: sandbox.vars,
      port,
      renderer: "preact",
      onLog: () => {},
      bucketFolder,
      has_inspector: true,
    });
  const requestLink = async ({ url }: Worker) => {
    const answer = await fetch(`${url}/v1/client/downloads/${id}`, { headers: benchUser.headers });
    return String(Object(await answer.json()).url);
  };
  const worker = await start();
  try {
    const url = await requestLink(worker);
    const isolate = await openIsolate(worker);
    await readAll(url, { range: "bytes=0-10000000" });
    const startedAt = performance.now();
    const { result: download, growth_mib } = await isolate.growthOf(() => readAll(url));
    const seconds = (performance.now() - startedAt) / 1000;
    isolate.close();
    return { mebibytes: download.bytes / mebibyte, growth_mib, seconds, is_same: download.sha256 === sha256 };
  } finally {
    await worker.stop();
  }
}

/** Runs in a process of its own, so that the measured memory growth excludes the upload. */
async function fillBucket(r2Persist: string, key: string): Promise<void> {
  const script = `export default { async fetch(request, { BUCKET }) {
    const part = Uint8Array.from({ length: ${mebibyte} }, (_, index) => (index * 31) % 251);
    const { readable, writable } = new FixedLengthStream(${gibibyte});
    const written = (async () => {
      const writer = writable.getWriter();
      for (let i = 0; i < ${gibibyte / mebibyte}; i += 1) await writer.write(part);
      await writer.close();
    })();
    const stored = await BUCKET.put(${JSON.stringify(key)}, readable);
    await written;
    return new Response(String(stored.size));
  } }`;
  const miniflare = new Miniflare({ modules: true, script, r2Buckets: { BUCKET: "software" }, r2Persist });
  try {
    const answer = await miniflare.dispatchFetch("http://localhost/");
    const size = Number(await answer.text());
    if (size !== gibibyte) throw new Error(`the bucket holds ${size} bytes`);
  } finally {
    await miniflare.dispose();
  }
}

async function insertVersion(databaseUrl: string, sha256: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into software_versions (software_id, version, file_name, bytes, sha256, public_description, is_published, published_at)
       select id, '0.0.1', 'large.bin', $1, $2, 'Large', true, now() from software where name = 'flowpoint' returning id`,
      [gibibyte, sha256],
    );
    return rows[0]?.id ?? "";
  } finally {
    await client.end();
  }
}

function readAll(url: string, headers: Record<string, string> = {}): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers }, (answer) => {
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        hash.update(chunk);
      });
      answer.on("end", () => resolve({ bytes, sha256: hash.digest("hex") }));
      answer.on("error", reject);
    });
    clientRequest.on("error", reject);
    clientRequest.end();
  });
}

export function filesToText(
  { processor_ms, health_ms, round_trips, pluginwares }: MeasuredManifest,
  stream: MeasuredStream,
): string {
  const ok = (isMet: boolean) => (isMet ? "ok" : "MISSED");
  return [
    `Manifest of ${pluginwares} plugins: ${processor_ms.toFixed(2)} ms of processor time (at most 5; an answer that asks nobody ${health_ms.toFixed(2)})  ${ok(processor_ms <= 5)}`,
    `Round trips of it: ${round_trips} (at most 2)  ${ok(round_trips <= 2)}`,
    `${stream.mebibytes.toFixed(0)} MiB streamed in ${stream.seconds.toFixed(1)} s, ${ok(stream.is_same)}: the isolate grew by ${stream.growth_mib.toFixed(1)} MiB (at most 30)  ${ok(stream.growth_mib <= 30)}`,
  ].join("\n");
}
