import { sql } from "drizzle-orm";
import { Client } from "pg";
import { connect } from "../../db/driver.ts";
import { listPendingMigrations } from "../../db/migrate.ts";
import type { Target } from "../target.ts";
import { requestTimeoutMs, type Check, ok, type Outcome, todo } from "./check.ts";

const versionMin = 18;

/** Checks that run as the worker's database role. */
export const databaseChecks: Check[] = [
  {
    name: "database: version",
    run: withDatabase(async (client) => {
      const { rows } = await client.query<{ major: number }>(
        "select current_setting('server_version_num')::int / 10000 as major",
      );
      const major = rows[0]?.major ?? 0;
      return major >= versionMin
        ? ok(`PostgreSQL ${major}`)
        : todo(`This is PostgreSQL ${major}: make a Neon project with ${versionMin}, an older one has no uuidv7().`);
    }),
  },
  {
    name: "database: migrations",
    run: withDatabase(async (client) => {
      const pending = await listPendingMigrations(client);
      return pending.length === 0
        ? ok()
        : todo(`Run \`npm run db:migrate\`: ${pending.map(({ tag }) => tag).join(", ")} is not applied.`);
    }),
  },
  { name: "pictures", run: checkPictures },
  { name: "database: role", run: withDatabase(checkRole) },
  { name: "database: over HTTP", run: checkHttp },
];

/**
 * Checks Neon over HTTP, which the worker uses; the other checks use PostgreSQL's protocol. Sends a long batch, because
 * a sleeping database takes seconds to start.
 */
async function checkHttp({ settings }: Target): Promise<Outcome> {
  const { DATABASE_URL = "", NEON_FETCH_ENDPOINT = "", NEON_WS_PROXY = "" } = settings;
  try {
    await connect({ DATABASE_URL, NEON_FETCH_ENDPOINT, NEON_WS_PROXY }).batch([sql`select 1`], "long");
    return ok();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return todo(
      `DATABASE_URL does not answer over HTTP, as the worker asks it: ${reason}. Take Neon's connection string.`,
    );
  }
}

/** Checks that IMAGE_ORIGINS lists the origins of all external pictures; pictures of other origins are not shown. */
async function checkPictures(target: Target): Promise<Outcome> {
  const listedOrigins = (target.settings["IMAGE_ORIGINS"] ?? "").split(",").map((each) => each.trim());
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ origin: string }>(`
      select distinct lower(substring(image from '^https://[^/]+')) as origin
      from products, lateral (select main_image as image union all select unnest(other_images)) images
      where image ilike 'https://%' order by 1`);
    const missing = rows.map(({ origin }) => origin).filter((origin) => !listedOrigins.includes(origin));
    return missing.length === 0
      ? ok()
      : todo(`Add ${missing.join(", ")} to IMAGE_ORIGINS: pictures of products stand there, and are not shown before.`);
  })(target);
}

async function checkRole(client: Client): Promise<Outcome> {
  const { rows } = await client.query<{ name: string; powers: string[]; missing: string[] }>(`
    select current_user::text as name,
      array(
        select power from pg_roles r,
          lateral (values ('superuser', rolsuper), ('createrole', rolcreaterole), ('createdb', rolcreatedb)) p (power, has)
        where rolname = current_user and has
        union all select 'owner of ' || c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage')
        union all select 'update of ' || t from unnest(array['payment_ledger', 'ledger_parts', 'audit_log', 'audit_head']) t
        where to_regclass(t) is not null and has_table_privilege(t, 'update, delete, truncate')
      ) as powers,
      array(
        select c.relname::text from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not (has_table_privilege(c.oid, 'select')
            and (c.relname in ('audit_head', 'ledger_parts') or has_table_privilege(c.oid, 'insert')))
      ) as missing`);
  const { name = "", powers = [], missing = [] } = rows[0] ?? {};
  if (missing.length > 0) return todo(`${name} may not use ${missing.join(", ")}: run \`npm run db:migrate\`.`);
  if (powers.length === 0) return ok(name);
  return todo(`DATABASE_URL signs in as ${name}, who may too much (${powers[0]}): run \`npm run db:roles\`.`);
}

export function withDatabase(run: (client: Client) => Promise<Outcome>): Check["run"] {
  return async ({ settings }) => {
    const client = new Client({
      connectionString: settings["DATABASE_URL"] ?? "",
      connectionTimeoutMillis: requestTimeoutMs,
      query_timeout: requestTimeoutMs,
    });
    await client.connect();
    try {
      return await run(client);
    } finally {
      await client.end();
    }
  };
}
