import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createFileToken } from "../../../worker/domain/platform/index.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";

const pepper = inject("workerVars")["CODE_PEPPER"] ?? "";
const newPepper = "a-new-pepper-that-nobody-has-seen-yet-0123456789";
let rotatedWorker: LoggedWorker;
beforeAll(async () => {
  rotatedWorker = await startSecondWorker({ CODE_PEPPER: newPepper, CODE_PEPPER_PREVIOUS: pepper });
});
afterAll(() => rotatedWorker?.stop());

async function createLinkSigner() {
  const { user } = await signedIn();
  const version = await createVersion(await createSoftware());
  const [clock] = await query<{ now_s: string }>("select floor(extract(epoch from now())) as now_s");
  const download_id = randomUUID();
  const claims = { download_id, version_id: version.id, user_id: user.id, org_id: user.org_id, impersonator_id: null };
  const link = async (secondsSinceExpiry: number, key = pepper, url = inject("workerUrl")) =>
    `${url}/files/${await createFileToken(key, { ...claims, expires_s: Number(clock?.now_s) - secondsSinceExpiry })}/${version.file_name}`;
  const ask = async (url: string, more: Record<string, string> = {}) =>
    (await fetch(url, { headers: { connection: "close", ...more } })).status;
  return { version, link, ask, going_on: { range: "bytes=10-", "if-range": `"${version.sha256}"` } };
}

test("a link that has expired starts nothing, and what was started goes on for an hour with If-Range of the same file", async () => {
  const { link, ask, going_on } = await createLinkSigner();
  expect(await ask(await link(5), going_on)).toBe(403);
  expect(await ask(await link(-60))).toBe(200);
  expect(await ask(await link(5))).toBe(403);
  expect(await ask(await link(5), { range: "bytes=10-" })).toBe(403);
  expect(await ask(await link(5), { range: "bytes=10-", "if-range": '"another"' })).toBe(403);
  // The edge may remove the Range header.
  expect(await ask(await link(5), { "if-range": going_on["if-range"] })).toBe(200);
  expect(await ask(await link(5), going_on)).toBe(206);
  expect(await ask(await link(3500), going_on)).toBe(206);
  expect(await ask(await link(3700), going_on)).toBe(403);
});

test("a link works with the key of today and the one before, and with no other", async () => {
  const { link, ask } = await createLinkSigner();
  expect(await ask(await link(-60, newPepper, rotatedWorker.url))).toBe(200);
  expect(await ask(await link(-60, pepper, rotatedWorker.url))).toBe(200);
  expect(await ask(await link(-60, "another-pepper-of-thirty-two-characters", rotatedWorker.url))).toBe(404);
  expect(await ask(await link(-60, newPepper))).toBe(404);
});
