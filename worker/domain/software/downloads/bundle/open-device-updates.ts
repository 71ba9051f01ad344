import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { csvLine } from "../../../../contract/csv.ts";
import { forbidden, notFound, unprocessable } from "../../../../contract/errors.ts";
import { afterLookup, type Ctx, type ReadCtx, requireUser } from "../../../context.ts";
import { audited, sha256 } from "../../../platform/index.ts";
import { one, texts, uuids } from "../../../sql.ts";
import type { OpenFile } from "../download-file.ts";
import { toStoredFile } from "../find-file.ts";
import { refuseDownload } from "../get-download.ts";
import { type DeviceUpdate, listDeviceUpdates, type UpdateVersion } from "./device-updates.ts";
import { contentEnds, type ZipEntry, zipBytesMax, zipSize, zipStream } from "./zip.ts";

type IncludedUpdate = Extract<DeviceUpdate, { reason: null }>;
type File = { path: string; version: UpdateVersion };

/** Paths are unique, because they contain the names of the software and of the version. */
const zipPath = ({ software, version }: IncludedUpdate): string =>
  `${software.name}-${version.version}/${version.file_name}`;

const columns = ["Serial number", "Name", "Site", "Product", "Installed", "Software", "Version", "File", "SHA-256"];

const formatList = (updates: readonly DeviceUpdate[]): string =>
  [
    csvLine(columns),
    ...updates.map((update) => {
      const { serial, name, site, product, installed_version } = update.device;
      const made = update.version
        ? [update.software.title, update.version.version, zipPath(update), update.version.sha256]
        : [`Not included: ${update.reason}`, null, null, null];
      return csvLine([serial, name, site, product, installed_version, ...made]);
    }),
  ].join("");

/** The format of `sha256sum --check`. */
const formatChecksums = (files: readonly File[]): string =>
  files.map(({ path, version }) => `${version.sha256}  ${path}\n`).join("");

export const uniqueFiles = (updates: readonly DeviceUpdate[]): File[] => [
  ...new Map(
    updates.flatMap((update) =>
      update.version ? [[update.version.id, { path: zipPath(update), version: update.version }] as const] : [],
    ),
  ).values(),
];

const textEntry = (path: string, text: string): ZipEntry => {
  const bytes = new TextEncoder().encode(text);
  return { path, size: bytes.length, open: async () => new Blob([bytes]).stream() };
};

/**
 * One zip with each needed file once, their checksums and the list of devices. A resumed or repeated request with the
 * same `key` counts as the same download. @throws FILE_NOT_FOUND if there is no file, PRODUCT_NOT_DOWNLOADABLE if the
 * file store fails, DOWNLOAD_TOO_LARGE beyond the limit of the format
 */
export async function openDeviceUpdates(
  pendingCtx: ReadCtx,
  { ids, key }: { ids: readonly string[] | undefined; key: string },
): Promise<OpenFile> {
  const updates = await listDeviceUpdates(pendingCtx, ids);
  const ctx = await afterLookup(pendingCtx);
  const files = uniqueFiles(updates);
  if (files.length === 0) throw notFound("FILE_NOT_FOUND");
  const [list, checksums] = [formatList(updates), formatChecksums(files)];
  const storedFiles = files.map(({ version }) => toStoredFile({ version_id: version.id, size: version.size }));
  const entries: ZipEntry[] = [
    textEntry("devices.csv", `\uFEFF${list}`),
    textEntry("SHA256SUMS", checksums),
    ...files.map(({ path, version: { size } }, index) => ({
      path,
      size,
      open: async () => {
        const file = storedFiles[index];
        if (!file) throw new Error("a file without its place");
        return ctx.gateways.files.openFile(file, { offset: 0, length: size });
      },
    })),
  ];
  const size = zipSize(entries);
  if (size > zipBytesMax) throw unprocessable("DOWNLOAD_TOO_LARGE");
  await Promise.all(storedFiles.map((file) => ctx.gateways.files.requireFile(file))).catch(refuseDownload(ctx));
  const ends = contentEnds(entries).slice(-files.length);
  const downloads = await Promise.all(
    files.map(async ({ version }, index) => ({
      id: await deriveDownloadId([key, requireUser(ctx).user_id, version.id]),
      version,
      end: ends[index] ?? 0,
    })),
  );
  return {
    file_name: "updates.zip",
    size,
    sha256: await sha256(checksums + list, "hex"),
    open: async (part) => zipStream(entries, part),
    recordBegun: () => recordBegun(ctx, downloads),
    recordSent: ({ offset, length }) => recordSent(ctx, downloads, offset + length),
  };
}

type BegunDownload = { id: string; version: UpdateVersion; end: number };

async function deriveDownloadId(parts: readonly string[]): Promise<string> {
  const hex = await sha256(parts.join(" "), "hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Records all downloads or none: a version that was withdrawn since it was read ends the whole download. The lock is
 * that of a single download (download-file.ts).
 */
async function recordBegun(ctx: Ctx, downloads: readonly BegunDownload[]): Promise<void> {
  const { org_id, user_id, impersonator_id } = requireUser(ctx);
  const ids = downloads.map(({ id }) => id);
  const { held } = await one(
    ctx,
    () => z.object({ held: z.int() }),
    sql`
    with requested as (
      select * from unnest(${uuids(ids)}, ${uuids(downloads.map(({ version }) => version.id))}) r (id, version_id)
    ), held as (
      select id, software_id from software_versions
      where id in (select version_id from requested) and withdrawn_at is null order by id for share
    ), d as (
      insert into downloads (id, org_id, user_id, impersonator_id, software_id, version_id)
      select requested.id, ${org_id}::uuid, ${user_id}::uuid, ${impersonator_id}::uuid, held.software_id, held.id
      from requested join held on held.id = requested.version_id
      where (select count(*) from held) = ${downloads.length}
      on conflict (id) do nothing
      returning id, org_id, version_id
    ), ${audited(ctx, "downloadFile", "software_version", "d", { subject_id: sql`d.version_id` })}
    select count(*)::int as held from held`,
    () => new Error("a count returned no row"),
  );
  if (held < downloads.length) throw forbidden("USR_NOT_AUTHORIZED");
}

async function recordSent(ctx: Ctx, downloads: readonly BegunDownload[], end: number): Promise<void> {
  const { org_id } = requireUser(ctx);
  const sentBytes = downloads.map(({ id, version: { size }, end: last }) => ({
    id,
    bytes: Math.max(0, Math.min(size, end - (last - size))),
  }));
  await ctx.db.execute(sql`
    update downloads set bytes = greatest(downloads.bytes, sent.bytes::bigint)
    from unnest(${uuids(sentBytes.map(({ id }) => id))},
      ${texts(sentBytes.map(({ bytes }) => String(bytes)))}) sent (id, bytes)
    where downloads.id = sent.id and downloads.org_id = ${org_id}`);
}
