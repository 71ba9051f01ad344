// Random sequences of calls: later calls use ids from earlier answers, and any text may be hostile.
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
import { patienceMs } from "../../support/patience.ts";
import { buildValidInput } from "../../contract/calls/valid-input.ts";
import { type FuzzInput, arbitraryInput, type KnownIds } from "./arbitrary-input.ts";
import { seed } from "./setup.ts";

const sequences = sampleCount({ day: 1, night: 20 });
const requestsPerSequence = sampleCount({ day: 250, night: 2500 });
/** Time allowed per request on a busy machine. */
const requestMsMax = 300;
const failuresShown = 20;

const hostileTexts = [
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
  // High limits, because a refusal would end the sequence early.
  app = await startOwnApp({ RATE_LIMIT_SCALE: "100000" });
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

/** A seeded random number generator (mulberry32). */
function createRandom(start: number) {
  let state = start;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number) => next() % bound;
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return { next, below, pick };
}
type Random = ReturnType<typeof createRandom>;

function createCallerFactories(org_id: string, foreign_id: string) {
  const actors = actorsOn({ query, factories: factoriesOn(query), url: app.worker.url });
  const owner = { roles: ["org", "buyer", "user"] as ("org" | "buyer" | "user")[] };
  const customer = (org: string) => factoriesOn(query).createUser({ org_id: org, ...owner });
  const callerFactories: Record<string, { org_id?: string; make: () => Promise<Client> }> = {
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
  return callerFactories;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const privateTables = ["orders", "invoices", "subscriptions", "devices", "users"];

/** Rows of customers' organizations, by id. */
async function privateRows(): Promise<Map<string, { org_id: string; table: string }>> {
  const rows = new Map<string, { org_id: string; table: string }>();
  for (const table of privateTables)
    for (const { id, org_id } of await query<{ id: string; org_id: string }>(
      `select t.id, t.org_id from ${table} t join organizations o on o.id = t.org_id where not o.is_house`,
    ))
      rows.set(id, { org_id, table });
  return rows;
}

/** Ids from answers, by the name of the parameter that takes them: an `id` of /orders is an order_id. */
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
        if (typeof each === "string" && name === "id")
          for (const idName of ["id", `${noun}_id`]) this.add(idName, each);
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

/** Half of the inputs are valid, because arbitrary ones rarely pass validation. */
function inputFor(random: Random, spec: Call, ids: KnownIds): FuzzInput {
  if (random.below(2) === 0 && !spec.file) {
    const { params: all, body } = buildValidInput(spec, ids);
    const params = Object.fromEntries(Object.entries(all).filter(([name]) => spec.path.includes(`{${name}}`)));
    return { params, query: {}, body: body === undefined ? undefined : JSON.stringify(body) };
  }
  const [input] = fc.sample(arbitraryInput(spec, ids), { seed: random.next() | 0, numRuns: 1 });
  return input ?? { params: {}, query: {}, body: undefined };
}

function withBadValue(random: Random, { params, query: queryFields, body }: FuzzInput): FuzzInput {
  // at least a third of the picks are among the first four texts, which the database cannot store
  const text = random.pick(random.below(3) === 0 ? hostileTexts.slice(0, 4) : hostileTexts);
  const wellFormed = text.toWellFormed();
  const partIndex = random.below(body === undefined ? 2 : 4);
  const replaceOne = (fields: Record<string, string>) => {
    const names = Object.keys(fields);
    return names.length === 0 ? fields : { ...fields, [random.pick(names)]: wellFormed };
  };
  if (partIndex === 0)
    return { params: wellFormed.length < 2000 ? replaceOne(params) : params, query: queryFields, body };
  if (partIndex === 1) return { params, query: replaceOne(queryFields), body };
  return { params, query: queryFields, body: body && replaceLeaf(random, body, text) };
}

function replaceLeaf(random: Random, body: string, text: string): string {
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
  const leafIndex = random.below(leaves);
  let at = -1;
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" && ++at === leafIndex ? text : each));
}

test("the API's description names every call", async () => {
  const { paths } = await (await fetch(`${app.worker.url}/openapi.json`)).json();
  const describedCalls = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(describedCalls.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test(
  "nine kinds of callers meet no 500, no row of another organization and no answer beside its description",
  async () => {
    const orgs = await query<{ id: string }>(
      "select org_id as id from orders group by org_id order by count(*) desc, org_id limit 2",
    );
    const [ownOrgId = "", foreignOrgId = ""] = orgs.map(({ id }) => id);
    const rowsById = await privateRows();
    const callerFactories = createCallerFactories(ownOrgId, foreignOrgId);
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    for (let run = 0; run < sequences && failures.length < failuresShown; run += 1) {
      const runSeed = (seed + run) | 0;
      console.log(`sequence ${run + 1} of ${sequences}: FUZZ_SEED=${runSeed}`);
      const random = createRandom(runSeed);
      const pool = new Pool();
      for (const [id, { org_id, table }] of rowsById)
        if (org_id === ownOrgId || org_id === foreignOrgId) pool.add(`${table.replace(/s$/, "")}_id`, id);
      for (const id of [ownOrgId, foreignOrgId]) pool.add("org_id", id);
      pool.add("request_id", crypto.randomUUID());
      const clients = new Map<string, Client>();
      for (let at = 0; at < requestsPerSequence && failures.length < failuresShown; at += 1) {
        const spec = random.pick(endpoints);
        // Half of the picks are callers that pass most guards, because the guard refuses most of the others.
        const allowedCallers = isConsoleAccess(spec.access)
          ? ["admin"]
          : ["owner", "buyer", "desktop token", "stranger"];
        const name = random.pick(random.below(2) === 0 ? Object.keys(callerFactories) : allowedCallers);
        const callerFactory = callerFactories[name];
        if (!callerFactory) continue;
        const client = clients.get(name) ?? (await callerFactory.make());
        clients.set(name, client);
        const baseInput = inputFor(random, spec, pool.pick(random));
        const input = random.below(3) === 0 ? baseInput : withBadValue(random, baseInput);
        const session = client.cookies.get("__Host-session");
        const fail = (reason: string) => {
          const requestText = `${spec.method} ${spec.path} ${JSON.stringify(input).slice(0, 600)}`;
          failures.push(`seed ${runSeed}, request ${at}, ${name}: ${requestText}: ${reason}`);
          // Printed immediately, because the sequences take minutes.
          console.log(failures.at(-1));
        };
        try {
          const { status, text } = await client.call(spec, input);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 200 && status < 300) {
            const org_id = callerFactory.org_id;
            if (org_id !== undefined)
              for (const [id] of text.matchAll(uuid)) {
                const row = rowsById.get(id);
                if (row && row.org_id !== org_id && (await isForeign(row, id, org_id, client))) fail(`foreign ${id}`);
              }
            if (text.startsWith("{")) pool.harvest(JSON.parse(text), nounOf(spec));
          }
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
  4 * patienceMs + sequences * requestsPerSequence * requestMsMax,
);

/** An administrator in the sequence may have moved the row or the caller to another organization. */
async function isForeign(row: { table: string }, id: string, org_id: string, client: Client): Promise<boolean> {
  const [currentRow] = await query<{ org_id: string }>(`select org_id from ${row.table} where id = $1`, [id]);
  if (currentRow?.org_id === org_id) return false;
  // The organization's own log includes actions on users who have moved since.
  const [auditRow] = await query("select 1 from audit_log where org_id = $1 and subject_id = $2 limit 1", [org_id, id]);
  if (auditRow) return false;
  const response = await client.fetch("/v1/sso/session");
  const session: { user?: { org_id?: string; roles?: string[] } } = await response.json();
  return session.user?.org_id === org_id && !session.user.roles?.includes("admin");
}
