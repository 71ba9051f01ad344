import { sql } from "drizzle-orm";
import SemVer from "semver/classes/semver.js";
import type { SoftwareKind } from "../../../db/enums.ts";

const parsed = new Map<string, SemVer>();
const parsedMax = 5000;

/** Cached, because requests compare the same versions again and again. */
function parse(version: string): SemVer {
  const known = parsed.get(version) ?? new SemVer(version);
  if (parsed.size >= parsedMax) parsed.clear();
  parsed.set(version, known);
  return known;
}

/** Negative if the first is older (semver.org). */
const compare = (one: { version: string }, other: { version: string }): number =>
  parse(one.version).compare(parse(other.version));

/** Newest by semver.org. */
export const newest = <V extends { version: string }>(versions: readonly V[]): V | undefined =>
  versions.reduce<V | undefined>(
    (best, each) => (best === undefined || compare(each, best) > 0 ? each : best),
    undefined,
  );

/** The version of equal precedence by semver.org, which ignores build metadata. */
export const findSame = <V extends { version: string }>(versions: readonly V[], version: string): V | undefined =>
  versions.find((each) => compare(each, { version }) === 0);

/** Newest version below this one by semver.org. */
export const nearestBelow = <V extends { version: string }>(versions: readonly V[], version: string): V | undefined =>
  newest(versions.filter((each) => compare(each, { version }) < 0));

/** Newest first, by semver.org. */
export const newestFirst = <V extends { version: string }>(versions: readonly V[]): V[] =>
  versions.toSorted((one, other) => compare(other, one));

const folders: Record<SoftwareKind, string> = { software: "software", plugin: "plugins", dependency: "dependencies" };

/** Path of a file beneath the app's folder. */
export const filePath = (build: { kind: SoftwareKind; name: string; version: string; file_name: string }): string =>
  `${folders[build.kind]}/${build.name}/${build.version}/${build.file_name}`;

const reference = sql`json_build_object(
  'id', s.id, 'name', s.name, 'title', s.title, 'author', s.author, 'author_url', s.author_url)`;

/** Fields of version v that its software s or an expression gives. */
export const versionExpressions = {
  reference_id: sql`s.id`,
  reference_type: sql`s.kind`,
  data: sql`json_build_object('plugin', case when s.kind = 'plugin'
    then json_build_object('compatible_app_version', v.compatible_app_version) end)`,
  size: sql`v.bytes::float`,
  reference,
};
