// Sequences by the API's own description: later calls use ids from earlier answers, and any text may be hostile.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call, Endpoint } from "../../../worker/contract/endpoint.ts";
import { endpoints } from "../../../worker/contract/index.ts";
import { isConsoleAccess } from "../../../worker/contract/people/permissions.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { sampleCount } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { validInput } from "../../contract/calls/valid-input.ts";
import { type FuzzInput, inputOf, type KnownIds } from "./arbitrary-input.ts";
import { seed } from "./setup.ts";

const sequences = sampleCount({ day: 1, night: 20 });
const requestsEach = sampleCount({ day: 250, night: 2500 });
/** Patience for one of them on a machine that others use, too. */
const requestMsMax = 300;
const failuresShown = 20;

/** Leaf values of a body, a query or a path. */
const hostile = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udc00b",
  "\u202ea",
  "a\u200bb",
  "＝cmd",
  "=1+1",
  "2025-02-29",
  "0000-01-01",
  "9999-12-31T23:59:59-14:00",
  "'; drop table users; --",
  "%_\\",
  "__proto__",
  "<script>1</script>",
  "javascript:alert(1)",
  "//evil.test",
  "\r\nset-cookie: a=b",
  "-1",
  "1e309",
  "99999999999999999999",
  "NaN",
  "null",
  "[]",
  "{}",
  "a".repeat(5000),
  "💥".repeat(100),
];

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
beforeAll(async () => {
  // Each caller is a new user after a sign-out, because limits would only end the sequence early.
  app = await startOwnApp({ RATE_LIMIT_SCALE: "100000" });
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

/** A generator of numbers below a bound that a seed repeats (mulberry32). */
function randomOf(start: number) {
  let state = start;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number) => next() % bound;
  const pick = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  };
  return { next, below, pick };
}
type Random = ReturnType<typeof randomOf>;

/** The caller, replaced when the session has ended or changed. */
function callersOf(org_id: string, foreign_id: string) {
  const actors = actorsOn({ query, factories: factoriesOn(query), url: app.worker.url });
  const owner = { roles: ["org", "buyer", "user"] as ("org" | "buyer" | "user")[] };
  const customer = (org: string) => factoriesOn(query).createUser({ org_id: org, ...owner });
  const makers: Record<string, { org_id?: string; make: () => Promise<Client> }> = {
    visitor: { make: async () => createClient({ url: app.worker.url }) },
    user: { org_id, make: async () => (await actors.signedIn({ org_id, roles: ["user"] })).client },
    buyer: { org_id, make: async () => (await actors.signedIn({ org_id, roles: ["buyer", "user"] })).client },
    owner: { org_id, make: async () => (await actors.signedIn({ org_id, ...owner })).client },
    stranger: {
      org_id: foreign_id,
      make: async () => (await actors.signedIn({ org_id: foreign_id, ...owner })).client,
    },
    inactive: { org_id, make: async () => (await actors.signedIn({ org_id, state: "inactive" })).client },
    admin: { make: async () => (await actors.signedInAdmin()).client },
    impersonated: { org_id, make: async () => (await actors.impersonating(await customer(org_id))).client },
    "desktop token": { org_id, make: async () => (await actors.signedIn({ org_id, kind: "bearer", ...owner })).client },
  };
  return makers;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const privateTables = ["orders", "invoices", "subscriptions", "devices", "users"];

/** Ids of the rows of each customer's organization, with their tables. */
async function privateRows(): Promise<Map<string, { org_id: string; table: string }>> {
  const rows = new Map<string, { org_id: string; table: string }>();
  for (const table of privateTables)
    for (const { id, org_id } of await query<{ id: string; org_id: string }>(
      `select t.id, t.org_id from ${table} t join organizations o on o.id = t.org_id where not o.is_house`,
    ))
      rows.set(id, { org_id, table });
  return rows;
}

/** Ids by the names under which calls take them: an `id` of /orders is an order_id. */
class Pool {
  readonly #ids = new Map<string, string[]>();
  add(name: string, value: string): void {
    const list = this.#ids.get(name) ?? [];
    if (list.at(-1) !== value) this.#ids.set(name, [...list.slice(-30), value]);
  }
  harvest(value: unknown, noun: string): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 5)) this.harvest(each, noun);
    else if (typeof value === "object" && value !== null)
      for (const [name, each] of Object.entries(value)) {
        if (typeof each === "string" && name === "id") for (const as of ["id", `${noun}_id`]) this.add(as, each);
        else if (typeof each === "string" && /(_id|_no|_number|serial)$/.test(name)) this.add(name, each);
        else this.harvest(each, name.replace(/s$/, ""));
      }
  }
  pick(random: Random): KnownIds {
    const ids = [...this.#ids].map(([name, list]) => [name, random.pick(list)]);
    return Object.fromEntries(ids);
  }
}

const nounOf = ({ path }: Endpoint): string =>
  (/\/([a-z-]+)(?:\/\{\w+\})?$/.exec(path)?.[1] ?? "").replace(/ies$/, "y").replace(/s$/, "").replaceAll("-", "_");

/** Half of the inputs are right but for a leaf, so that they get far; the others are broken in every way. */
function inputFor(random: Random, spec: Call, ids: KnownIds): FuzzInput {
  if (random.below(2) === 0 && !spec.file) {
    const { params: all, body } = validInput(spec, ids);
    const params = Object.fromEntries(Object.entries(all).filter(([name]) => spec.path.includes(`{${name}}`)));
    return { params, query: {}, body: body === undefined ? undefined : JSON.stringify(body) };
  }
  const [input] = fc.sample(inputOf(spec, ids), { seed: random.next() | 0, numRuns: 1 });
  return input ?? { params: {}, query: {}, body: undefined };
}

/** The input with one leaf replaced. */
function withBadValue(random: Random, { params, query: asked, body }: FuzzInput): FuzzInput {
  // a third of the leaves hold text that the database cannot store
  const text = random.pick(random.below(3) === 0 ? hostile.slice(0, 4) : hostile);
  const wellFormed = text.toWellFormed();
  const place = random.below(body === undefined ? 2 : 4);
  const replaceOne = (fields: Record<string, string>) => {
    const names = Object.keys(fields);
    return names.length === 0 ? fields : { ...fields, [random.pick(names)]: wellFormed };
  };
  if (place === 0) return { params: wellFormed.length < 2000 ? replaceOne(params) : params, query: asked, body };
  if (place === 1) return { params, query: replaceOne(asked), body };
  return { params, query: asked, body: body && spoiledJson(random, body, text) };
}

function spoiledJson(random: Random, body: string, text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  let leaves = 0;
  const count = (_key: string, each: unknown) => {
    if (typeof each === "string") leaves += 1;
    return each;
  };
  JSON.stringify(value, count);
  if (leaves === 0) return body;
  const chosen = random.below(leaves);
  let at = -1;
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" && ++at === chosen ? text : each));
}

test("the API's description names every call", async () => {
  const { paths } = await (await fetch(`${app.worker.url}/openapi.json`)).json();
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test(
  "nine kinds of callers meet no 500, no row of another organization and no answer beside its description",
  async () => {
    const orgs = await query<{ id: string }>(
      "select org_id as id from orders group by org_id order by count(*) desc, org_id limit 2",
    );
    const [own = "", foreign = ""] = orgs.map(({ id }) => id);
    const secrets = await privateRows();
    const makers = callersOf(own, foreign);
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    for (let run = 0; run < sequences && failures.length < failuresShown; run += 1) {
      const runSeed = (seed + run) | 0;
      console.log(`sequence ${run + 1} of ${sequences}: FUZZ_SEED=${runSeed}`);
      const random = randomOf(runSeed);
      const pool = new Pool();
      for (const [id, { org_id, table }] of secrets)
        if (org_id === own || org_id === foreign) pool.add(`${table.replace(/s$/, "")}_id`, id);
      for (const id of [own, foreign]) pool.add("org_id", id);
      pool.add("request_id", crypto.randomUUID());
      const clients = new Map<string, Client>();
      for (let at = 0; at < requestsEach && failures.length < failuresShown; at += 1) {
        const spec = random.pick(endpoints);
        // half of the calls by an allowed caller, because few others get past the guard
        const allowed = isConsoleAccess(spec.access) ? ["admin"] : ["owner", "buyer", "desktop token", "stranger"];
        const name = random.pick(random.below(2) === 0 ? Object.keys(makers) : allowed);
        const maker = makers[name];
        if (!maker) continue;
        const client = clients.get(name) ?? (await maker.make());
        clients.set(name, client);
        const plain = inputFor(random, spec, pool.pick(random));
        const input = random.below(3) === 0 ? plain : withBadValue(random, plain);
        const session = client.cookies.get("__Host-session");
        const fail = (why: string) => {
          const what = `${spec.method} ${spec.path} ${JSON.stringify(input).slice(0, 600)}`;
          failures.push(`seed ${runSeed}, request ${at}, ${name}: ${what}: ${why}`);
          // at once, because the sequences take minutes
          console.log(failures.at(-1));
        };
        try {
          const { status, text } = await client.call(spec, input);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 200 && status < 300) {
            const org_id = maker.org_id;
            if (org_id !== undefined)
              for (const [id] of text.matchAll(uuid)) {
                const row = secrets.get(id);
                if (row && row.org_id !== org_id && (await isForeign(row, id, org_id, client))) fail(`foreign ${id}`);
              }
            if (text.startsWith("{")) pool.harvest(JSON.parse(text), nounOf(spec));
          }
          // ended, or become another's
          if (status === 401 || client.cookies.get("__Host-session") !== session) clients.delete(name);
        } catch (error) {
          fail(String(error).slice(0, 500));
        }
      }
    }
    console.log(
      `answers: ${[...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, n]) => `${n} x ${status}`)
        .join(", ")}`,
    );
    expect(failures.join("\n")).toBe("");
  },
  20_000 + sequences * requestsEach * requestMsMax,
);

/** An administrator of the sequence may have moved the row or the caller. */
async function isForeign(row: { table: string }, id: string, org_id: string, client: Client): Promise<boolean> {
  const [now] = await query<{ org_id: string }>(`select org_id from ${row.table} where id = $1`, [id]);
  if (now?.org_id === org_id) return false;
  // The organization's own log includes actions on users who have moved since.
  const [logged] = await query("select 1 from audit_log where org_id = $1 and subject_id = $2 limit 1", [org_id, id]);
  if (logged) return false;
  const response = await client.fetch("/v1/sso/session");
  const session: { user?: { org_id?: string; roles?: string[] } } = await response.json();
  return session.user?.org_id === org_id && !session.user.roles?.includes("admin");
}
