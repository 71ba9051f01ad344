/**
 * The order of versions is that of the package `semver` (https://semver.org/#spec-item-11), then build metadata. SQL
 * has the same order by the column `version_key`, which `tests/domain/version-order.test.ts` compares with this file.
 */
import { sql } from "drizzle-orm";
import SemVer from "semver/classes/semver.js";
import tryParse from "semver/functions/parse.js";
import type { SoftwareKind } from "../../../db/enums.ts";

const parsedVersions = new Map<string, SemVer>();
const parsedVersionsMax = 5000;

/** Cached, because requests compare the same versions repeatedly. */
function parse(version: string): SemVer {
  const cached = parsedVersions.get(version);
  if (cached) return cached;
  const semver = new SemVer(version);
  if (parsedVersions.size >= parsedVersionsMax) parsedVersions.clear();
  parsedVersions.set(version, semver);
  return semver;
}

/** Stricter than the package `semver`, which accepts a leading "v" and spaces. */
export function isVersion(text: string): boolean {
  const semver = tryParse(text);
  return semver !== null && semver.version + (semver.build.length > 0 ? `+${semver.build.join(".")}` : "") === text;
}

type Versioned = { version: string };

const compareVersions = (one: Versioned, other: Versioned): number =>
  parse(one.version).compare(parse(other.version)) || parse(one.version).compareBuild(parse(other.version));

export const findNewest = <V extends Versioned>(versions: readonly V[]): V | undefined =>
  versions.reduce<V | undefined>(
    (best, each) => (best === undefined || compareVersions(each, best) > 0 ? each : best),
    undefined,
  );

/** Finds a version of equal precedence, ignoring build metadata. */
export const findSame = <V extends Versioned>(versions: readonly V[], version: string): V | undefined =>
  versions.find((each) => parse(each.version).compare(parse(version)) === 0);

export const findNearestBelow = <V extends Versioned>(versions: readonly V[], version: string): V | undefined =>
  findNewest(versions.filter((each) => parse(each.version).compare(parse(version)) < 0));

export const sortNewestFirst = <V extends Versioned>(versions: readonly V[]): V[] =>
  versions.toSorted((one, other) => compareVersions(other, one));

const folders: Record<SoftwareKind, string> = { software: "software", plugin: "plugins", dependency: "dependencies" };

/** Path of a build's file in the app's folder. */
export const filePath = (build: { kind: SoftwareKind; name: string; version: string; file_name: string }): string =>
  `${folders[build.kind]}/${build.name}/${build.version}/${build.file_name}`;

const reference = sql`json_build_object(
  'id', s.id, 'name', s.name, 'title', s.title, 'author', s.author, 'author_url', s.author_url)`;

export const versionStatus = sql`(case
  when v.withdrawn_at is not null then 'withdrawn'
  when v.is_published then 'published'
  when v.stage is not null then 'rolling_out'
  else 'waiting'
end)`;

export const versionExpressions = {
  reference_id: sql`s.id`,
  reference_type: sql`s.kind`,
  data: sql`json_build_object('plugin', case when s.kind = 'plugin'
    then json_build_object('compatible_app_version', v.compatible_app_version) end)`,
  size: sql`v.bytes::float`,
  reference,
};
