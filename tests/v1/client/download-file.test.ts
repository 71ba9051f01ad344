import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { downloadFile } from "../../../worker/contract/files.ts";
import { getDownload, openDownload } from "../../../worker/contract/v1/client/downloads.ts";
import { downloadSoftware } from "../../../worker/contract/v1/client/software.ts";
import { startWorkersCache } from "../../http/edge/workers-cache.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";
import {
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createVersion,
  type TestVersion,
} from "../../support/software/rows.ts";
import { createLinkedFile, fetchLink, findDownloads, get, readBytes } from "./linked-file.ts";

afterEach(() => sandbox.clearFaults());

const etagOf = ({ sha256 }: TestVersion) => `"${sha256}"`;
const fetchErrcode = async (url: string) => Object(await (await get(url)).json()).errcode;

describe("a file", () => {
  test("comes whole, by its link alone, with ETag, length and name, never to be shown or kept", async () => {
    const { version, url } = await createLinkedFile({ file_name: "a b.bin" });
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      etag: etagOf(version),
      "accept-ranges": "bytes",
      "content-length": "2000",
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="a b.bin"; filename*=UTF-8''a%20b.bin`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await readBytes(answer)).toEqual(version.content);
    const head = await get(url, { range: "bytes=0-9" }, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
      200,
      "2000",
      etagOf(version),
    ]);
  });

  test("comes in part as Range asks, whole where it cannot be understood, and not at all beyond its end", async () => {
    const { version, url } = await createLinkedFile();
    for (const [range, status, contentRange, [from, to]] of [
      ["bytes=0-9", 206, "bytes 0-9/2000", [0, 10]],
      ["bytes=1990-", 206, "bytes 1990-1999/2000", [1990, 2000]],
      ["bytes=1990-5000", 206, "bytes 1990-1999/2000", [1990, 2000]],
      ["bytes=-7", 206, "bytes 1993-1999/2000", [1993, 2000]],
      ["bytes=-5000", 206, "bytes 0-1999/2000", [0, 2000]],
      ["bytes=0-1999", 206, "bytes 0-1999/2000", [0, 2000]],
      // An invalid range is ignored, and several parts may be answered by the whole (RFC 9110, 14.2).
      ["bytes=9-3", 200, null, [0, 2000]],
      ["bytes=a-b", 200, null, [0, 2000]],
      ["bytes=-", 200, null, [0, 2000]],
      ["items=0-9", 200, null, [0, 2000]],
      ["bytes=0-1,5-6", 200, null, [0, 2000]],
    ] as const) {
      const answer = await get(url, { range });
      expect(answer.status, range).toBe(status);
      expect(answer.headers.get("content-range"), range).toBe(contentRange);
      expect(answer.headers.get("content-length"), range).toBe(String(to - from));
      expect(await readBytes(answer), range).toEqual(version.content.subarray(from, to));
    }
    for (const range of ["bytes=2000-", "bytes=2000-2001", "bytes=-0"]) {
      const answer = await get(url, { range });
      expect([answer.status, answer.headers.get("content-range")], range).toEqual([416, "bytes */2000"]);
    }
    expect(await findDownloads(version.id)).toHaveLength(1);
  });

  test("that has another ETag than If-Range names comes whole", async () => {
    const { version, url } = await createLinkedFile();
    const ask = (ifRange: string) => get(url, { range: "bytes=5-", "if-range": ifRange });
    expect((await ask(etagOf(version))).status).toBe(206);
    expect((await ask('"another"')).status).toBe(200);
    expect((await ask(`W/${etagOf(version)}`)).status).toBe(200);
  });

  test("is the same after 20 downloads that were cut and resumed, each recorded once with all its bytes", async () => {
    const { client, version } = await createLinkedFile({ bytes: 3_000_000 });
    const downloadInTwoParts = async () => {
      const url = await fetchLink(client, version);
      const totalBytes = version.content.length;
      const first = await get(url);
      const cutAt = 1 + Math.floor(Math.random() * (totalBytes / 2));
      let received = Buffer.alloc(0);
      // Leaving the loop cancels the rest of the response.
      for await (const part of first.body ?? []) {
        received = Buffer.concat([received, part]);
        if (received.length >= cutAt) break;
      }
      const rest = await get(url, { range: `bytes=${received.length}-`, "if-range": etagOf(version) });
      expect(rest.status).toBe(received.length < totalBytes ? 206 : 416);
      received = Buffer.concat([received, await readBytes(rest)]);
      return createHash("sha256").update(received).digest("hex");
    };
    const hashes = new Set<string>();
    for (let i = 0; i < 20; i += 1) hashes.add(await downloadInTwoParts());
    expect([...hashes]).toEqual([version.sha256]);
    expect(await findDownloads(version.id)).toHaveLength(20);
  });

  test("that a link scanner asks for by HEAD through the edge, which asks the worker by GET, is not recorded", async () => {
    const { version, url } = await createLinkedFile({ bytes: 30_000_000 });
    const edge = await startWorkersCache(() => new URL(url).origin);
    const address = edge.url + new URL(url).pathname;
    try {
      const answer = await get(address, {}, "HEAD");
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, expect.any(String)]);
      expect(await findDownloads(version.id)).toEqual([]);
      expect((await readBytes(await get(address))).equals(version.content)).toBe(true);
      expect(await findDownloads(version.id)).toHaveLength(1);
    } finally {
      await edge.stop();
    }
  });

  test("is whole, and recorded once, where the edge takes Range off", async () => {
    const { version, url } = await createLinkedFile();
    const edge = await startWorkersCache(() => new URL(url).origin, { takes_range_off: true });
    const address = edge.url + new URL(url).pathname;
    try {
      const answer = await get(address, { range: "bytes=5-", "if-range": etagOf(version) });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([200, null]);
      expect((await readBytes(answer)).equals(version.content)).toBe(true);
      expect(await findDownloads(version.id)).toHaveLength(1);
    } finally {
      await edge.stop();
    }
  });

  test("is not what a link leads to that somebody changed, or that has another name", async () => {
    const { url, version } = await createLinkedFile();
    const other = await createLinkedFile();
    const [, token = ""] = /files\/([^/]+)\//.exec(url) ?? [];
    const [packed = "", mac = ""] = token.split(".");
    const flip = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
    for (const forgedToken of [`${flip(packed)}.${mac}`, `${packed}.${flip(mac)}`, packed, `${token}.x`, "none"])
      expect(await fetchErrcode(url.replace(token, forgedToken))).toBe("FILE_NOT_FOUND");
    expect(await fetchErrcode(url.replace(version.file_name, other.version.file_name))).toBe("FILE_NOT_FOUND");
  });

  test("is refused when its person was made inactive, or its organization may not have it any more", async () => {
    const product = await createSoftwareProduct();
    const version = await createVersion(await createSoftware({ product_id: product.id }));
    const { client, user } = await signedIn();
    const order = await createProductOrder(user, product.id, "paid");
    const url = await fetchLink(client, version);
    const fetchStatus = async () => (await get(url)).status;
    expect(await fetchStatus()).toBe(200);
    await query("update orders set payment_status = 'refunded' where id = $1", [order.id]);
    expect(await fetchErrcode(url)).toBe("USR_NOT_AUTHORIZED");
    await query("update orders set payment_status = 'paid' where id = $1", [order.id]);
    expect(await fetchStatus()).toBe(200);
    await query("update users set is_active = false where id = $1", [user.id]);
    expect(await fetchErrcode(url)).toBe("USR_NOT_AUTHORIZED");
  });

  test("is not there in words that a program reads, and on a page for a person", async () => {
    const { url } = await createLinkedFile();
    const broken = url.replace(/files\/(.)/, (_, first) => `files/${first === "_" ? "-" : "_"}`);
    const shown = await get(broken, { "sec-fetch-dest": "document" });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([403, "text/html; charset=UTF-8"]);
    const { client } = await signedIn();
    const answer = await client.call(downloadFile, { params: { token: "none", file_name: "a.bin" } });
    expect([answer.status, answer.errcode]).toEqual([404, "FILE_NOT_FOUND"]);
  });
});

describe("while the store of files fails", () => {
  test.each([
    ["status", 500],
    ["status", 403],
    ["cut", undefined],
  ] as const)("with %s %s, call and link answer 422 and nothing is recorded", async (kind, value) => {
    const { client, software, version, url } = await createLinkedFile();
    const fault = { service: "files", kind, times: 5, text: version.id, ...(value && { value }) } as const;
    await sandbox.addFault(fault);
    const message = "Unable to download software, try again later";
    for (const spec of [getDownload, openDownload]) {
      const answer = await client.call(spec, { params: { object_id: version.id } });
      expect([answer.status, answer.errcode, answer.message]).toEqual([422, "PRODUCT_NOT_DOWNLOADABLE", message]);
    }
    const answer = await get(url);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { success: false, errcode: "PRODUCT_NOT_DOWNLOADABLE", message: message },
    ]);
    // Without this header browsers display the error instead of saving it under the file's name.
    expect(answer.headers.get("content-disposition")).toBeNull();
    await query("update software set kind = 'software' where id = $1", [software.id]);
    const byName = await client.call(downloadSoftware, { params: { name: software.name } });
    expect(byName.errcode).toBe("PRODUCT_NOT_DOWNLOADABLE");
    expect(await findDownloads(version.id)).toEqual([]);
    await sandbox.clearFaults();
    expect((await readBytes(await get(url))).length).toBe(version.content.length);
    expect(await findDownloads(version.id)).toHaveLength(1);
  });

  test("a file that was never uploaded, or that is longer than it should be, is told the same", async () => {
    const { client, version } = await createLinkedFile();
    await query("update software_versions set bytes = bytes + 1 where id = $1", [version.id]);
    const answer = await client.call(getDownload, { params: { object_id: version.id } });
    expect(answer.errcode).toBe("PRODUCT_NOT_DOWNLOADABLE");
  });
});
