import fc from "fast-check";
import SemVer from "semver/classes/semver.js";
import compareBuild from "semver/functions/compare-build.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { appVersion } from "../../worker/contract/app-version.ts";
import { isVersion, sortNewestFirst } from "../../worker/domain/software/builds.ts";
import { versionFromTag } from "../../worker/domain/software/import/known.ts";
import { query } from "../support/database.ts";

const number = fc.oneof(fc.nat(12), fc.nat(1_000), fc.nat(999_999_999));
const core = fc.tuple(number, number, number).map((numbers) => numbers.join("."));
const word = fc.oneof(
  fc.constantFrom("alpha", "alpha-", "alpha1", "Alpha", "beta", "rc", "a", "-", "--", "0a", "9a", "10a"),
  fc.stringMatching(/^[0-9A-Za-z-]{0,4}[A-Za-z-]$/),
);
const identifiers = fc
  .array(fc.oneof(word, number.map(String)), { minLength: 1, maxLength: 4 })
  .map((all) => all.join("."));
const preRelease = fc.option(
  identifiers.map((text) => `-${text}`),
  { nil: "" },
);
const build = fc.option(
  fc.oneof(identifiers, fc.constantFrom("001", "0", "00a")).map((text) => `+${text}`),
  { nil: "" },
);
const version = fc.tuple(core, preRelease, build).map((parts) => parts.join(""));

/** Spellings of firmware and installers: a leading v, fewer numbers, the fourth number of Windows. */
const looseVersion = fc
  .tuple(
    fc.constantFrom("", "v", "V"),
    fc.array(number, { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join(".")),
    preRelease,
  )
  .map((parts) => parts.join(""))
  .filter((text) => text.length <= 64);
const toVersion = (text: string): string => z.parse(appVersion("version", "A version"), text);

const queryRanks = async (versions: string[]): Promise<{ version: string; place: number }[]> =>
  query(
    `select version, (rank() over (order by version_sort_key(version) collate "C"))::int as place
     from unnest($1::text[]) with ordinality as given (version, n) order by n`,
    [versions],
  );

/** Compares every pair of versions by SQL's key and by the semver package. */
async function expectSameOrder(versions: string[]): Promise<void> {
  const keys = (await queryRanks(versions)).map(({ version: text, place }) => ({ semver: new SemVer(text), place }));
  const differences = keys.flatMap((one) =>
    keys.flatMap((other) => {
      const expected = compareBuild(one.semver, other.semver);
      return expected === 0 || expected === Math.sign(one.place - other.place)
        ? []
        : [`${one.semver.raw} ${other.semver.raw}`];
    }),
  );
  expect(differences).toEqual([]);
}

test("SQL orders versions like the package semver, pre-releases and build metadata too", async () => {
  await fc.assert(fc.asyncProperty(fc.array(version, { minLength: 20, maxLength: 40 }), expectSameOrder), {
    numRuns: 30,
  });
});

test("SQL orders what firmware and installers spell like the package semver", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(looseVersion, { minLength: 20, maxLength: 40 }), async (texts) => {
      const versions = texts.map(toVersion);
      expect(versions.filter((text) => !isVersion(text))).toEqual([]);
      await expectSameOrder(versions);
    }),
    { numRuns: 30 },
  );
});

test("versions are listed by the example of semver.org, by SQL and by code", async () => {
  const orderedVersions = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
  ];
  orderedVersions.push("1.0.0-rc.1", "1.0.0", "1.0.0+7", "1.0.0+21.ab", "1.0.10", "1.2.0", "2.0.0-0", "10.0.0");
  expect((await queryRanks(orderedVersions)).map(({ place }) => place)).toEqual(
    orderedVersions.map((_, index) => index + 1),
  );
  expect(sortNewestFirst(orderedVersions.map((text) => ({ version: text })))).toEqual(
    orderedVersions.toReversed().map((text) => ({ version: text })),
  );
});

test.each(["1.0", "v1.0.0", " 1.0.0", "=1.0.0", "1.0.0-01", "01.0.0", "1.0.99999999999999999999", "spring", ""])(
  "%j is no version",
  (text) => expect(isVersion(text)).toBe(false),
);

test("a tag may have a leading v", () => {
  expect(["v1.2.3", "1.2.3", "vv1.2.3", "version"].map(versionFromTag)).toEqual([
    "1.2.3",
    "1.2.3",
    "vv1.2.3",
    "version",
  ]);
});
