import { bigint, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { organizations } from "../people/organizations.ts";
import { software, softwareVersions } from "./software.ts";

/** Who fetched which file; its id stands in the link, so that one that is cut and goes on stays one. */
export const downloads = pgTable(
  "downloads",
  {
    id: uuid().primaryKey(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    user_id: uuid().notNull(),
    /** The administrator who acted as them. */
    impersonator_id: uuid(),
    software_id: uuid()
      .notNull()
      .references(() => software.id),
    version_id: uuid()
      .notNull()
      .references(() => softwareVersions.id),
    /** How far it got, as far as we know: the end of the furthest part that was sent whole. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    index("downloads_org_created_at").on(table.org_id, table.created_at, table.id, table.software_id),
    // How each software is downloaded: counted by time, version and organization without the rows.
    index("downloads_software").on(table.software_id, table.created_at, table.version_id, table.org_id).concurrently(),
  ],
);
