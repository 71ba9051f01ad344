import type { Mutant } from "../mutant.ts";

const change = "worker/domain/software/releases/change-version.ts";
const publication = "worker/domain/software/releases/publication.ts";
const audience = "worker/domain/software/releases/audience.ts";
const check = "worker/domain/software/releases/check-publication.ts";
const publicationCheck = "v1/admin/software/publication-check.test.ts";

/** What is looked at before a version is published, and to whom it is told. */
export const publicationMutants: Mutant[] = [
  {
    name: "a version is published although something changed since its check",
    edits: [{ file: publication, from: "sql`${digestOf(id)} = ${check}`", to: "sql`true`" }],
    tests: publicationCheck,
    title: "is held to",
  },
  {
    name: "a version is published whose dependency is not",
    edits: [{ file: publication, from: "      and not ${hasUnpublishedNeed(id)}\n      and", to: "      and" }],
    tests: "v1/admin/software.test.ts",
    title: "needs what is not published",
  },
  {
    name: "only the nearest dependencies are looked at",
    edits: [
      {
        file: publication,
        from: "on e.version_id = n.id\n  )`",
        to: "on e.version_id = n.id and false\n  )`",
      },
    ],
    tests: publicationCheck,
    title: "says in advance what publishing refuses",
  },
  {
    name: "a version is published by each of twenty who click at once",
    edits: [
      {
        file: change,
        from: "where software_versions.id = ${id} and not is_published and not is_deleted",
        to: "where software_versions.id = ${id} and not is_deleted",
      },
      {
        file: publication,
        from: "and not c.is_published and not c.is_deleted and btrim",
        to: "and not c.is_deleted and btrim",
      },
    ],
    tests: "v1/admin/software.test.ts",
    title: "happens once when 20 try at once",
  },
  {
    name: "a new version is told to organizations that may not have it",
    edits: [
      {
        file: audience,
        from: "(w.product_id is null or ${hasBought(orgId)})",
        to: "(w.product_id is null or ${orgId} is not null)",
      },
    ],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "firmware is told to organizations without a device for it",
    edits: [
      { file: audience, from: "(w.fits_product_ids = '{}' or w.kind = 'plugin' or exists (", to: "(true or exists (" },
    ],
    tests: "v1/admin/software.test.ts",
    title: "of firmware is told to those who have a device",
  },
  {
    name: "those who keep an older version are counted among those who get the new one",
    edits: [{ file: check, from: "found.organizations - late.length", to: "found.organizations" }],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "those whose subscription has ended are not named as keeping theirs",
    edits: [{ file: check, from: "[...ended(found), ...late].toSorted", to: "[...late].toSorted" }],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "inactive people are counted among those who are told of a version",
    edits: [{ file: check, from: "where u.is_active and u.is_email_verified", to: "where u.is_email_verified" }],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "whose subscription has ended is said to keep the newest version",
    edits: [
      { file: check, from: "const kept = newest(theirs);", to: "const kept = newest(theirs) && newest(others);" },
    ],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "whose subscription ended before anything was published is said to keep something",
    edits: [
      {
        file: check,
        from: 'return kept ? [{ ...row, version: kept.version, code: "SUBSCRIPTION_ENDED", message }] : [];',
        to: 'return [{ ...row, version: kept?.version ?? "0.0.0", code: "SUBSCRIPTION_ENDED", message }];',
      },
    ],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "a plugin for an app that is not published is published without a warning",
    edits: [
      {
        file: check,
        from: 'kind === "plugin" && !app_versions.some(',
        to: 'kind === "plugin" && app_versions.length === 0 && !app_versions.some(',
      },
    ],
    tests: publicationCheck,
    title: "counts who gets it",
  },
  {
    name: "a plugin that does not work with every app is said to work with none",
    edits: [
      {
        file: check,
        from: 'kind === "plugin" && !app_versions.some(',
        to: 'kind === "plugin" && !app_versions.every(',
      },
    ],
    tests: publicationCheck,
    title: "is held to: what was published or changed",
  },
  {
    name: "a version whose product is not in the store is published without a warning",
    edits: [{ file: check, from: "product?.is_published === false", to: "product?.is_published === undefined" }],
    tests: publicationCheck,
    title: "is held to: what was published or changed",
  },
  {
    name: "a version older than the published one is published without a warning",
    edits: [{ file: check, from: "newer !== undefined && newer.version !== version", to: "newer === undefined" }],
    tests: publicationCheck,
    title: "is held to: what was published or changed",
  },
  {
    name: "a version whose file is not there is published without a warning",
    edits: [{ file: check, from: "...warn(!has_file,", to: "...warn(!has_file && organizations < 0," }],
    tests: publicationCheck,
    title: "is held to: what was published or changed",
  },
  {
    name: "what waits for a version is not named",
    edits: [{ file: check, from: "where e.dependency_version_id = ${id}\n", to: "where e.version_id = ${id}\n" }],
    tests: publicationCheck,
    title: "says in advance what publishing refuses",
  },
  {
    name: "publishing is asked for without who gets it and who keeps which version",
    edits: [
      { file: "routes/admin/software/publish.tsx", from: "<p>{reachText(check)}</p>", to: "<p>{check.version}</p>" },
    ],
    tests: "e2e/admin/software.test.ts",
    project: "browser",
  },
];
