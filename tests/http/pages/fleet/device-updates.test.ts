import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import { type Client, createClient } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createProduct, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createSoftware, createVersion, type TestVersion } from "../../../support/software/rows.ts";
import { readWords } from "../words.ts";

/**
 * Four devices of two products with firmware: the first has an old version, the third the newest, and those of the
 * second and the fourth are unknown.
 */
async function createFleet() {
  const [actor, one, other] = [await signedIn(), await createProduct(), await createProduct()];
  const key = unique("UP");
  const devices = await query<{ id: string; serial: string }>(
    `insert into devices (org_id, product_id, serial, name, installed_version)
     select $1, case when n = 2 then $3::uuid else $2::uuid end, $4 || '-' || n, case n when 1 then 'Press, left' end,
       case n when 1 then '1.0.0' when 3 then '1.1.0' end
     from generate_series(1, 4) n order by n returning id, serial`,
    [actor.user.org_id, one.id, other.id, key],
  );
  const [first, second] = [
    await createSoftware({ kind: "software", fits: [one.id] }),
    await createSoftware({ kind: "software", fits: [other.id] }),
  ];
  await createVersion(first, { version: "1.0.0", published: 40 });
  const built = await createVersion(first, { version: "1.1.0", published: 5 });
  const other_built = await createVersion(second, { version: "3.0.0", published: 5, bytes: 300_000 });
  return { ...actor, devices, first, second, built, other_built, ids: devices.map(({ id }) => id) };
}

async function findZipHref(client: Client, path: string): Promise<string> {
  const html = await (await client.fetch(path)).text();
  const [, href = ""] = /href="([^"]*updates\.zip[^"]*)"/.exec(html) ?? [];
  return href.replaceAll("&amp;", "&");
}

/** Reads the directory at the end of a zip, as unpacking programs do, and checks sizes and checksums. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, Buffer>();
  let position = zip.readUInt32LE(end + 16);
  for (let n = 0; n < zip.readUInt16LE(end + 10); n += 1) {
    expect(zip.readUInt32LE(position)).toBe(0x02014b50);
    const [checksum, size, length, offset] = [
      zip.readUInt32LE(position + 16),
      zip.readUInt32LE(position + 24),
      zip.readUInt16LE(position + 28),
      zip.readUInt32LE(position + 42),
    ];
    const name = zip.subarray(position + 46, position + 46 + length).toString();
    expect(zip.readUInt32LE(offset)).toBe(0x04034b50);
    const from = offset + 30 + zip.readUInt16LE(offset + 26);
    const content = zip.subarray(from, from + size);
    expect(crc32(content), name).toBe(checksum);
    files.set(name, content);
    position += 46 + length;
  }
  expect(position).toBe(end);
  return files;
}

const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const fetchDownloads = (...versions: TestVersion[]) =>
  query<{ user_id: string; bytes: string }>(
    "select user_id, bytes::int from downloads where version_id = any($1) order by bytes",
    [versions.map(({ id }) => id)],
  );
const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

test("selected devices get one zip: each file once, checksums, and a list with the reason for what is left out", async () => {
  const { client, user, ids, devices, first, second, built, other_built } = await createFleet();
  const redirect = await postForm(
    client,
    "/portal/devices/updates/choose",
    ids.map((id) => ["id", id]),
  );
  const page = redirect.headers.get("location") ?? "";
  expect([redirect.status, page]).toEqual([303, expect.stringMatching(/^\/portal\/devices\/updates\?ids=/)]);
  const pageText = await readWords(client, page);
  expect(pageText).toContain("Download 3 updates One zip of 302 kB with 2 files");
  expect(pageText).toContain("It runs 1.1.0 already.");
  const answer = await client.fetch(await findZipHref(client, page));
  const zip = await readBytes(answer);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain('filename="updates.zip"');
  expect(answer.headers.get("content-length")).toBe(String(zip.length));
  const files = unzip(zip);
  const [firstPath, secondPath] = [
    `${first.name}-1.1.0/${built.file_name}`,
    `${second.name}-3.0.0/${other_built.file_name}`,
  ];
  expect([...files.keys()]).toEqual(["devices.csv", "SHA256SUMS", firstPath, secondPath]);
  expect(files.get(firstPath)).toEqual(built.content);
  expect(files.get(secondPath)).toEqual(other_built.content);
  expect(String(files.get("SHA256SUMS"))).toBe(
    `${sha256(built.content)}  ${firstPath}\n${sha256(other_built.content)}  ${secondPath}\n`,
  );
  const [, ...lines] = String(files.get("devices.csv")).trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",").at(0))).toEqual(devices.map(({ serial }) => `"${serial}"`));
  expect(lines[0]).toContain(`"Press, left"`);
  expect(lines[0]).toContain(`"1.0.0","${first.title}","1.1.0","${firstPath}","${built.sha256}"`);
  expect(lines[2]).toContain("Not included: It runs 1.1.0 already.");
  // Downloads are recorded after the last byte is sent.
  await expect
    .poll(() => fetchDownloads(built, other_built))
    .toEqual([
      { user_id: user.id, bytes: built.content.length },
      { user_id: user.id, bytes: other_built.content.length },
    ]);
});

test("without a selection all devices with an update are in it, and the same download counts once", async () => {
  const { client, ids, built } = await createFleet();
  const pageText = await readWords(client, "/portal/devices/updates");
  expect(pageText).toContain("Update 1 device ");
  expect(await readWords(client, "/portal/devices")).toContain("Update 1 device");
  const href = await findZipHref(client, "/portal/devices/updates");
  const headAnswer = await client.fetch(href, { method: "HEAD" });
  expect(headAnswer.status).toBe(200);
  expect(await fetchDownloads(built), "HEAD counts nothing").toEqual([]);
  const wholeZip = await readBytes(await client.fetch(href));
  expect(headAnswer.headers.get("content-length")).toBe(String(wholeZip.length));
  const rangeAnswer = await client.fetch(href, {
    headers: { range: "bytes=500-", "if-range": headAnswer.headers.get("etag") ?? "" },
  });
  expect(rangeAnswer.status).toBe(206);
  expect(await readBytes(rangeAnswer)).toEqual(wholeZip.subarray(500));
  expect(await fetchDownloads(built)).toHaveLength(1);
  await query("update devices set installed_version = '1.1.0' where id = $1", [ids[0]]);
  expect(await readWords(client, "/portal/devices/updates")).toContain("No device has an update.");
  const emptyAnswer = await client.fetch("/portal/devices/updates.zip");
  expect([emptyAnswer.status, emptyAnswer.headers.get("location")]).toEqual([303, "/portal/devices/updates"]);
});

test("a device that runs a newer version than the newest published one is not offered the older one", async () => {
  const { client, ids } = await createFleet();
  const path = `/portal/devices/updates?ids=${ids[0]}`;
  await query("update devices set installed_version = '1.10' where id = $1", [ids[0]]);
  expect(await readWords(client, path)).toContain("It runs 1.10, which is newer than 1.1.0.");
  await query("update devices set installed_version = '1.1' where id = $1", [ids[0]]);
  expect(await readWords(client, path)).toContain("It runs 1.1.0 already.");
});

test("a zip has what single downloads give: no withdrawn, unpublished or foreign file, and none that the store lost", async () => {
  const { client, user, ids, first, built, other_built } = await createFleet();
  const unpublishedVersion = await createVersion(first, { version: "1.2.0", published: null });
  const [device = ""] = ids;
  const [path, file] = [`/portal/devices/updates?ids=${device}`, `/portal/devices/updates.zip?ids=${device}`];
  const fetchZipPaths = async (viewer: Client) => [...unzip(await readBytes(await viewer.fetch(file))).keys()].slice(2);
  expect(await fetchZipPaths(client)).toEqual([`${first.name}-1.1.0/${built.file_name}`]);
  await query("update software_versions set stage = 'organizations', stage_org_ids = array[$2::uuid] where id = $1", [
    unpublishedVersion.id,
    user.org_id,
  ]);
  expect(await fetchZipPaths(client)).toEqual([`${first.name}-1.2.0/${unpublishedVersion.file_name}`]);
  const stranger = await signedIn();
  expect((await stranger.client.fetch(file)).headers.get("location")).toBe(path);
  expect(await readWords(stranger.client, path)).toContain("No device has an update.");
  const visitorAnswer = await createClient().fetch(file);
  expect([visitorAnswer.status, visitorAnswer.headers.get("location")]).toEqual([
    302,
    expect.stringContaining("redirect_uri="),
  ]);
  await query(
    `update software_versions set stage = null, stage_org_ids = '{}', is_published = false, published_at = null, withdrawn_at = now(),
       withdrawal_reason = 'It loses settings' where id = any($1)`,
    [[unpublishedVersion.id, built.id]],
  );
  expect(await readWords(client, path)).toContain("1.0.0");
  expect(await readWords(client, path)).toContain("It runs 1.0.0 already.");
  const lostPath = `/portal/devices/updates?ids=${ids[1]}`;
  await query("update software_versions set bytes = bytes + 1 where id = $1", [other_built.id]);
  const refusal = await client.fetch(lostPath.replace("?", ".zip?"));
  expect([refusal.status, refusal.headers.get("location")]).toEqual([303, lostPath]);
  expect(await readWords(client, lostPath)).toContain("Unable to download software, try again later");
  expect(await fetchDownloads(other_built)).toEqual([]);
});
