import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytewiseText, createdAt, id, instant, updatedAt } from "../../columns.ts";
import { rolloutStages, softwareCategories, softwareKinds } from "../../enums.ts";
import { products } from "../shop/products.ts";

/** The app, firmware and tools (all of kind `software`), plugins, and dependencies of plugins. */
export const software = pgTable(
  "software",
  {
    id: id(),
    kind: text({ enum: softwareKinds }).notNull(),
    /** Name in addresses: letters, digits, underscore, hyphen (O-058). */
    name: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    author: text().notNull(),
    author_url: text(),
    /** Plugins only: the product that unlocks the plugin; null for a free plugin. */
    product_id: uuid().references(() => products.id),
    is_default: boolean().notNull().default(false),
    /** Products whose devices the software supports; empty for software without a device. */
    fits_product_ids: uuid().array().notNull().default([]),
    /**
     * Whether an administrator has chosen the audience. Imported plugins and firmware start without an audience, so
     * they are offered to no user.
     */
    has_availability: boolean().notNull().default(true),
    category: text({ enum: softwareCategories }),
    /**
     * Kind `software` only: the repository that releases are imported from. Null for software without imports, and for
     * the software whose repository is the setting BUILDS_FLOWPOINT_REPOSITORY.
     */
    repository: text(),
    is_deleted: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("software_name_unique").on(table.kind, table.name),
    // GitHub ignores the case of repository names.
    uniqueIndex("software_repository_unique")
      .on(sql`lower(${table.repository})`)
      .where(sql`${table.repository} is not null and not ${table.is_deleted}`)
      .concurrently(),
    uniqueIndex("software_product_unique")
      .on(table.product_id)
      .where(sql`${table.product_id} is not null and not ${table.is_deleted}`),
    index("software_created_at").on(table.kind, table.created_at, table.id),
    check(
      "software_repository_of_software",
      sql`${table.kind} = 'software' or (${table.repository} is null and ${table.category} is null)`,
    ),
    check("software_name_pattern", sql`${table.name} ~ '^[A-Za-z0-9_-]{1,64}$'`),
    check(
      "software_product_of_plugin",
      sql`${table.product_id} is null or (${table.kind} = 'plugin' and not ${table.is_default})`,
    ),
  ],
);

/** The file of a version is in the bucket under the version's id. */
export const softwareVersions = pgTable(
  "software_versions",
  {
    id: id(),
    software_id: uuid()
      .notNull()
      .references(() => software.id),
    version: text().notNull(),
    /**
     * Sort key of the version, compared by bytes: the order of the package `semver`. Statements order versions by this
     * column alone; the function `version_sort_key` in `migrations/` makes it.
     */
    version_key: bytewiseText().generatedAlwaysAs(sql`version_sort_key(version)`),
    developer_description: text().notNull().default(""),
    public_description: text().notNull().default(""),
    /** Plugins only: range of compatible app versions; null for all. */
    compatible_app_version: text(),
    file_name: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** Hexadecimal. */
    sha256: text().notNull(),
    is_published: boolean().notNull().default(false),
    published_at: instant(),
    published_by: uuid(),
    /**
     * The widest stage reached by an unpublished version; `isOffered` of `worker/domain/offers.ts` decides who gets the
     * version.
     */
    stage: text({ enum: rolloutStages }),
    stage_org_ids: uuid().array().notNull().default([]),
    /**
     * Percentage of the devices for software with devices, of the organizations for other software; 0 before the stage
     * `percentage`.
     */
    stage_percent: integer().notNull().default(0),
    staged_at: instant(),
    /** A withdrawn version is neither published nor in a stage. */
    withdrawn_at: instant(),
    withdrawn_by: uuid(),
    withdrawal_reason: text(),
    /** Another version of the same software. */
    replacement_id: uuid().references((): AnyPgColumn => softwareVersions.id),
    is_deleted: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("software_versions_version_unique").on(table.software_id, table.version),
    index("software_versions_created_at").on(table.created_at, table.id, table.software_id, table.is_published),
    index("software_versions_updated_at").on(table.updated_at, table.id, table.software_id, table.is_published),
    check("software_versions_published", sql`${table.is_published} = (${table.published_at} is not null)`),
    index("software_versions_withdrawn")
      .on(table.id)
      .where(sql`${table.withdrawn_at} is not null`)
      .concurrently(),
    check("software_versions_stage_percent", sql`${table.stage_percent} between 0 and 100`),
    check(
      "software_versions_withdrawn",
      sql`${table.withdrawn_at} is null
        or (not ${table.is_published} and ${table.stage} is null and ${table.withdrawal_reason} is not null)`,
    ),
    check("software_versions_sha256", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

export const softwareVersionDependencies = pgTable(
  "software_version_dependencies",
  {
    version_id: uuid()
      .notNull()
      .references(() => softwareVersions.id),
    dependency_version_id: uuid()
      .notNull()
      .references(() => softwareVersions.id),
  },
  (table) => [
    primaryKey({ columns: [table.version_id, table.dependency_version_id] }),
    index("software_version_dependencies_needed").on(table.dependency_version_id).concurrently(),
  ],
);
