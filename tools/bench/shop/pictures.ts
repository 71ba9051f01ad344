import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { startWorker } from "../../../sandbox/run/worker.ts";
import { openIsolate } from "../../../tests/support/large/isolate.ts";
import { buildPng, buildPngChunk } from "../../../tests/support/pictures/png.ts";
import type { BenchUser } from "../people.ts";

const mebibyte = 1024 ** 2;
const uploadCount = 6;
const growthMibMax = 16;

export type MeasuredUploads = { count: number; mebibytes: number; growth_mib: number; seconds: number };

/** Uploads pictures of almost 5 MiB one after the other and measures how much the isolate's memory grows. */
export async function measureUploads(
  sandbox: Sandbox,
  { port }: { port: number },
  benchUser: BenchUser,
): Promise<MeasuredUploads> {
  const client = new Client({ connectionString: sandbox.databaseUrl, ssl: false });
  await client.connect();
  await client.query("update users set roles = '{admin,user}' where id = $1", [benchUser.user_id]);
  const { rows } = await client.query<{ id: string }>("insert into products (name) values ('Bench') returning id");
  await client.end();
  const worker = await startWorker({
    vars: sandbox.vars,
    port,
    renderer: "preact",
    onLog: () => {},
    has_inspector: true,
  });
  // Random bytes suffice as pixels, because the worker never decodes them.
  const pictures = Array.from({ length: uploadCount + 1 }, () =>
    buildPng({ before: [], after: [buildPngChunk("IDAT", randomBytes(5 * mebibyte - 1024))] }),
  );
  const upload = async (file: Buffer<ArrayBuffer>) => {
    const form = new FormData();
    form.append("file", new Blob([file]), "picture.png");
    const answer = await fetch(`${worker.url}/v1/admin/products/${rows[0]?.id}/images`, {
      method: "POST",
      headers: { ...benchUser.headers, "sec-fetch-site": "same-origin" },
      body: form,
    });
    if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`);
  };
  try {
    const isolate = await openIsolate(worker);
    const [first, ...others] = pictures;
    if (first) await upload(first);
    const startedAt = performance.now();
    const { growth_mib } = await isolate.growthOf(async () => {
      for (const each of others) await upload(each);
    });
    isolate.close();
    const seconds = (performance.now() - startedAt) / 1000;
    return { count: uploadCount, mebibytes: (first?.length ?? 0) / mebibyte, growth_mib, seconds };
  } finally {
    await worker.stop();
  }
}

export const uploadsToText = ({ count, mebibytes, growth_mib, seconds }: MeasuredUploads): string =>
  `${count} pictures of ${mebibytes.toFixed(1)} MiB uploaded in ${seconds.toFixed(1)} s: the isolate grew by ${growth_mib.toFixed(1)} MiB (at most ${growthMibMax})  ${growth_mib <= growthMibMax ? "ok" : "MISSED"}`;
