import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customType, uuid } from "drizzle-orm/pg-core";

/** timestamptz(3) as an ISO string in UTC: milliseconds survive the round trip through a browser. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => "bytea",
  // node-postgres and Neon's driver accept bytea in hex format; reads return this format as text, or a Buffer.
  toDriver: (value) => `\\x${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  fromDriver: (value) =>
    typeof value === "string"
      ? Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      : value,
});

/** Text that is compared by its bytes, independent of the database's default collation. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * The column in the collation `names`: ignores case and accents, compares digits by value, and breaks ties by bytes.
 * Lists sort by this expression (`names` of worker/domain/listing.ts), so that an index on it serves them.
 */
export const withNameCollation = (column: SQLWrapper): SQL => sql`${column} collate "names"`;

/** Time-ordered id; never for ids that must be secret. */
export const id = () =>
  uuid()
    .primaryKey()
    .default(sql`uuidv7()`);
export const createdAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);
export const updatedAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);
