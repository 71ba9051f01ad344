import { Client } from "pg";

/**
 * The instant at which the clock begins in every run. The clock is ten times slower than the real one, so that all rows
 * of a run show the same minute and still have an order. The instant is a Wednesday in the middle of a month, later
 * than any day on which the snapshots run, because the browser expires the shop's cookies by the real time.
 */
export const startsAt = "2031-05-14T15:30:00Z";
const slowness = 10;

/** Passes the clock of this process on to a worker and a database. */
export interface FixedClock {
  /** Source of a module that is evaluated before the worker. */
  module: string;
  /** Must run before the tables are created, because column defaults are bound to the functions that exist then. */
  setDatabase(databaseUrl: string): Promise<void>;
}

/** Sets the clock of this process. */
export function fixClock(): FixedClock {
  const [realStart, start] = [Date.now(), Date.parse(startsAt)];
  process.env["TZ"] = "UTC";
  replaceDate(realStart, start, slowness);
  return {
    module: `(${replaceDate.toString()})(${realStart}, ${start}, ${slowness});`,
    async setDatabase(databaseUrl) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      const slowedClock = (call: string) =>
        `to_timestamp(${start / 1000}) + (pg_catalog.${call} - to_timestamp(${realStart / 1000})) / ${slowness}`;
      // names in "public" precede built-in ones
      await client.query(`
        create function public.now() returns timestamptz language sql stable as 'select ${slowedClock("now()")}';
        create function public.clock_timestamp() returns timestamptz language sql as 'select ${slowedClock("clock_timestamp()")}';
        do 'begin execute format(''alter database %I set search_path = public, pg_catalog'', current_database()); end';`);
      await client.end();
    },
  };
}

/** Workers evaluate the text of this function, so it may use nothing from the code around it. */
function replaceDate(realStart: number, start: number, slowerBy: number): void {
  const RealDate = Date;
  const now = () => Math.floor(start + (RealDate.now() - realStart) / slowerBy);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
