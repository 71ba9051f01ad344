import pg from "pg";
import type { Kind } from "./kinds.ts";
import { schema } from "./schema.ts";

/** `fields` have NetSuite's names; `total` is decimal text if NetSuite computes one. */
export interface StoredRecord {
  id: string;
  kind: Kind;
  external_id: string | null;
  fields: Record<string, unknown>;
  total: string | null;
  modified_at: string;
}
/** Acknowledged writes must survive, even if a test's database loses its last transactions. */
const connectionOptions = "-c synchronous_commit=on";
export type Row = Record<string, unknown>;
/** The types bigint and numeric of PostgreSQL. */
const numberOids = new Set([20, 1700]);

const columns =
  "id::text, kind, external_id, fields, total::text, to_char(modified_at at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') as modified_at";

/** A path may name anything as an id; a comparison of texts would read all records of the kind. */
const hasId = "id = case when $2::text ~ '^[0-9]{1,18}$' then $2::text::bigint end";

/** The account's records, in a database of their own on the shop's server: they survive a kill of all processes. */
export class Store {
  #pool: pg.Pool;
  #adminUrl: string;
  #ready: Promise<void> | undefined;

  /** `adminUrl` names a role that may create databases. */
  constructor(databaseUrl: string, adminUrl: string) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 6,
      allowExitOnIdle: true,
      options: connectionOptions,
    });
    // If the server was killed, the next statement reports the failure.
    this.#pool.on("error", () => {});
    this.#adminUrl = adminUrl;
  }

  async rows<R extends pg.QueryResultRow = Row>(text: string, values: unknown[] = []): Promise<R[]> {
    await this.#open();
    return (await this.#pool.query<R>(text, values)).rows;
  }

  /** Runs a read-only statement on the account's tables; values are texts unless `isNumeric`. */
  async read(text: string, isNumeric = false): Promise<Record<string, string | number | null>[]> {
    await this.#open();
    const client = await this.#pool.connect();
    try {
      await client.query("begin read only; set local search_path = suiteql; set local statement_timeout = '20s'");
      const types = {
        getTypeParser: (oid: number) => (value: string) => (isNumeric && numberOids.has(oid) ? Number(value) : value),
      };
      const { rows } = await client.query<Record<string, string | number | null>>({ text, types });
      return rows;
    } finally {
      await client.query("rollback").catch(() => {});
      client.release();
    }
  }

  async find(kind: Kind, key: { id: string } | { external_id: string }): Promise<StoredRecord | undefined> {
    const [condition, value] = "id" in key ? [hasId, key.id] : ["external_id = $2", key.external_id];
    const where = `kind = $1 and ${condition}`;
    return (await this.rows<StoredRecord>(`select ${columns} from records where ${where}`, [kind, value]))[0];
  }

  /** Records created from the record `id`. */
  createdFrom(id: string): Promise<StoredRecord[]> {
    const source = "(fields -> 'createdFrom' ->> 'id')::bigint";
    return this.rows<StoredRecord>(`select ${columns} from records where ${source} = $1::bigint order by id`, [id]);
  }

  list(kind: Kind | undefined): Promise<StoredRecord[]> {
    return this.rows<StoredRecord>(`select ${columns} from records where $1::text is null or kind = $1 order by id`, [
      kind ?? null,
    ]);
  }

  /** Returns undefined for a duplicate id or external id. */
  async insert(
    record: Pick<StoredRecord, "kind" | "external_id" | "fields" | "total"> & { id?: string | undefined },
  ): Promise<StoredRecord | undefined> {
    const [inserted] = await this.rows<StoredRecord>(
      `insert into records (id, kind, external_id, fields, total)
       values (coalesce($5::bigint, nextval('records_id_seq')), $1, $2, $3, $4)
       on conflict do nothing returning ${columns}`,
      [record.kind, record.external_id, JSON.stringify(record.fields), record.total, record.id ?? null],
    );
    // The sequence must not assign an explicit id again.
    if (record.id)
      await this.rows(
        "select setval('records_id_seq', greatest($1::bigint, (select last_value from records_id_seq)))",
        [record.id],
      );
    return inserted;
  }

  async update({ id, external_id, fields, total }: Omit<StoredRecord, "kind" | "modified_at">): Promise<void> {
    await this.rows(
      "update records set external_id = $2, fields = $3, total = $4, modified_at = clock_timestamp() where id = $1::bigint",
      [id, external_id, JSON.stringify(fields), total],
    );
  }

  async remove(kind: Kind, id: string): Promise<boolean> {
    return (await this.rows(`delete from records where kind = $1 and ${hasId} returning id`, [kind, id])).length > 0;
  }

  /** Creates a missing price level. */
  async priceLevel(name: string): Promise<string> {
    const [level] = await this.rows<{ id: string }>(
      `with made as (insert into price_levels (name) values ($1) on conflict do nothing returning id)
       select id::text from made union all select id::text from price_levels where name = $1`,
      [name],
    );
    return level?.id ?? "";
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #open(): Promise<void> {
    this.#ready ??= this.#make().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #make(): Promise<void> {
    const name = new URL(String(this.#pool.options.connectionString)).pathname.slice(1);
    const admin = new pg.Client({ connectionString: this.#adminUrl });
    await admin.connect();
    try {
      const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [name]);
      if (!rowCount) await admin.query(`create database ${name}`);
    } finally {
      await admin.end();
    }
    await this.#pool.query(schema);
  }
}
