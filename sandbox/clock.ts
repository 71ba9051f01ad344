import { Hono } from "hono";
import { Client } from "pg";
import { z } from "zod";
import type { SandboxEnv } from "./fakes/service.ts";

/** Two years in seconds; the maximum refuses most values that were meant as milliseconds. */
const advanceMax = 63_072_000;
const advanceSchema = z.strictObject({ advance_seconds: z.int().min(1).max(advanceMax) });

/**
 * Puts "public", which has the shifted clock functions, before pg_catalog in the search path. Column defaults are set
 * again, because they refer to the built-in functions.
 */
const replaceClockSql = `
  do $$
  declare col record;
  begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
    for col in
      select c.oid::regclass as table_name, a.attname, pg_get_expr(d.adbin, d.adrelid) as expression
      from pg_attrdef d
        join pg_class c on c.oid = d.adrelid and c.relkind in ('r', 'p')
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(clock_timestamp|now)\\(\\)'
    loop
      execute format(
        'alter table %s alter column %I set default %s', col.table_name, col.attname,
        replace(replace(col.expression, 'pg_catalog.now()', 'now()'), 'pg_catalog.clock_timestamp()', 'clock_timestamp()')
      );
    end loop;
  end $$`;

const shiftedClockSql = (name: "now" | "clock_timestamp", seconds: number): string => `
  create or replace function public.${name}() returns timestamptz
    language sql ${name === "now" ? "stable" : "volatile"} parallel safe
    as 'select pg_catalog.${name}() + interval ''${seconds} seconds''';
  grant execute on function public.${name}() to public`;

/**
 * Reads and advances the database's time, by which the shop's waiting work becomes due; the worker has no such
 * function. `renew` closes the connections that the fake of Neon pools, so that new ones use the new search path.
 */
export function clockControl(databaseUrl: string, renew: () => void) {
  return new Hono<SandboxEnv>()
    .get("/", async (c) => c.json(toReply(await withClient(databaseUrl, readShift))))
    .post("/", async (c) => {
      const input = advanceSchema.safeParse(await c.req.json().catch(() => ({})));
      if (!input.success) return c.json({ success: false, message: z.prettifyError(input.error) }, 400);
      const shift = await withClient(databaseUrl, (client) => advance(client, input.data.advance_seconds));
      renew();
      return c.json(toReply(shift));
    });
}

const toReply = (shift: number) => ({
  success: true,
  ahead_seconds: shift,
  now: new Date(Date.now() + shift * 1000).toISOString(),
});

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Seconds by which the database's clock is ahead of the machine's. */
async function readShift(client: Client): Promise<number> {
  const { rows } = await client.query<{ shift: number }>(
    `select coalesce((
       select substring(prosrc from 'interval ''(\\d+) seconds''')::int from pg_proc
       where proname = 'now' and pronamespace = 'public'::regnamespace
     ), 0) as shift`,
  );
  return rows[0]?.shift ?? 0;
}

async function advance(client: Client, seconds: number): Promise<number> {
  await client.query("begin; set local search_path = public, pg_catalog; select pg_advisory_xact_lock(1)");
  const shift = (await readShift(client)) + seconds;
  await client.query(shiftedClockSql("now", shift));
  await client.query(shiftedClockSql("clock_timestamp", shift));
  await client.query(replaceClockSql);
  await client.query("commit");
  return shift;
}
