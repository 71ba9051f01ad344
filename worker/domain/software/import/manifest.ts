import Range from "semver/classes/range.js";
import * as z from "zod/mini";
import { parseInput } from "../../../contract/issue-messages.ts";
import type { Asset, Release } from "../../../gateways/builds/index.ts";
import { versionFromTag } from "./known.ts";
import type { Registry } from "./registry.ts";
import { ImportRefusal } from "./refusal.ts";

const manifestName = "manifest.json";
const checksumsName = "SHA256SUMS";
const manifestBytesMax = 64 * 1024;
const checksumsBytesMax = 256 * 1024;

const name = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** A dependency may be named by its tag; the shop's versions have no leading "v". */
const version = () => z.string().check(z.minLength(1), z.maxLength(64), z.overwrite(versionFromTag));
const shortText = () => z.string().check(z.minLength(1), z.maxLength(128));

/** Unknown fields are ignored. */
const manifestSchema = z.object({
  file: z.string().check(z.minLength(1), z.maxLength(255)),
  /** Display name; defaults to the software's name. */
  title: z.optional(shortText()),
  description: z.optional(z.string().check(z.maxLength(2048))),
  author: z.optional(shortText()),
  author_url: z.optional(z.url({ protocol: /^https$/ })),
  /** Release notes for customers; administrators may edit them later. */
  public_description: z.optional(z.string().check(z.maxLength(4096))),
  compatible_app_version: z.optional(z.string().check(z.refine(isRange, "no range of versions (semver.org)"))),
  dependencies: z.optional(
    z.array(z.object({ name: name(), version: version() })).check(
      z.maxLength(100),
      z.refine((list) => new Set(list.map((each) => each.name)).size === list.length, "names a dependency twice"),
    ),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

function isRange(text: string): boolean {
  try {
    return new Range(text).raw !== undefined;
  } catch {
    return false;
  }
}

/** The manifest of a release, which is optional for software with a single file. @throws ImportRefusal */
export async function fetchManifest(
  registry: Registry,
  kind: string,
  repository: string,
  release: Release,
): Promise<Manifest> {
  const asset = release.assets.find((each) => each.name === manifestName);
  if (!asset) {
    const files = release.assets.filter((each) => each.name !== checksumsName);
    const [file] = files;
    if (release.has_unfinished_upload)
      throw new ImportRefusal(`The release has no ${manifestName}, and one of its uploads failed or is not complete.`);
    if (kind === "software" && file && files.length === 1) return { file: file.name };
    throw new ImportRefusal(`The release has no ${manifestName}.`);
  }
  const parsed = parseInput(manifestSchema, toJson(await registry.readAsset(repository, asset, manifestBytesMax)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ImportRefusal(
    `Its ${manifestName} is not valid: ${issue?.path.join(".") || "all of it"}: ${issue?.message}.`,
  );
}

/** @throws ImportRefusal */
export function findAsset(release: Release, { file }: Manifest): Asset {
  const asset = release.assets.find((each) => each.name === file);
  if (!asset) throw new ImportRefusal(`The release has no file ${file}.`);
  if (asset.size === 0) throw new ImportRefusal(`${file} is empty.`);
  return asset;
}

/**
 * Expected SHA-256 of a file: the registry's own, else the release's `SHA256SUMS` in the format of GNU sha256sum.
 * @throws ImportRefusal if neither exists
 */
export async function fetchExpectedSha256(
  registry: Registry,
  repository: string,
  release: Release,
  file: Asset,
): Promise<string> {
  if (file.sha256) return file.sha256;
  const sums = release.assets.find((each) => each.name === checksumsName);
  const lines = sums ? (await registry.readAsset(repository, sums, checksumsBytesMax)).split("\n") : [];
  for (const line of lines) {
    const [, sha256 = "", named] = /^([0-9a-fA-F]{64}) [ *](.+?)\r?$/.exec(line) ?? [];
    if (named === file.name) return sha256.toLowerCase();
  }
  throw new ImportRefusal(
    `The SHA-256 of ${file.name} is missing: neither the registry nor ${checksumsName} of the release contains it.`,
  );
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
