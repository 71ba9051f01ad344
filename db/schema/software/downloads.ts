import { bigint, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { organizations } from "../people/organizations.ts";
import { software, softwareVersions } from "./software.ts";

/** Downloads by users. The id is part of the link, so that a download that is interrupted and resumed counts once. */
export const downloads = pgTable(
  "downloads",
  {
    id: uuid().primaryKey(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    user_id: uuid().notNull(),
    impersonator_id: uuid(),
    software_id: uuid()
      .notNull()
      .references(() => software.id),
    version_id: uuid()
      .notNull()
      .references(() => softwareVersions.id),
    /** End of the furthest part that was sent completely. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    index("downloads_org_created_at").on(table.org_id, table.created_at, table.id, table.software_id),
    index("downloads_software").on(table.software_id, table.created_at, table.version_id, table.org_id).concurrently(),
  ],
);
