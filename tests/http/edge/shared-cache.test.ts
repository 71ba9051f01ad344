import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getProduct, listProducts } from "../../../worker/contract/v1/store/products.ts";
import { validInput } from "../../contract/calls/valid-input.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { isNight } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createProduct, createSession, createUser } from "../../support/factories.ts";
import { createLink } from "../../support/inbox.ts";
import { createOrganizationRows, type OrganizationRows } from "../organization-rows.ts";
import { startWorkersCache, type WorkersCache } from "./workers-cache.ts";

let cache: WorkersCache;
let rows: OrganizationRows;

beforeAll(async () => {
  [cache, rows] = await Promise.all([startWorkersCache(workerUrl), createOrganizationRows()]);
});
afterAll(() => cache?.stop());

/** Every address that is read: all calls and all pages, about rows of one organization. */
function addresses(): string[] {
  const calls = endpoints
    .filter(({ method }) => method === "GET")
    .map((spec) => hrefOf(spec.path.replace(/\{(\w+)\}/g, ":$1"), validInput(spec, rows).params));
  const parts = Object.entries({ ...rows, client_id: "crunchbox", code: "AAAAAA", kind: "terms", owner: "" });
  const values = new Map<string, string>(parts);
  const ofPages = Object.values(pages).map((path) => path.replace(/:(\w+)/g, (_, name) => values.get(name) ?? "x"));
  return [...calls, ...ofPages];
}

async function readAll(client: Client, paths = addresses()) {
  const read = async (path: string) => {
    const { status, headers } = await client.fetch(path);
    return { path, status, kept: headers.get("cache-control") ?? "" };
  };
  // One after the other: a refusal because of too much at once would say nothing.
  const answers: Awaited<ReturnType<typeof read>>[] = [];
  for (const path of paths) answers.push(await read(path));
  return answers;
}

const signedInClients: Record<string, () => Promise<Client>> = {
  "a customer in a browser": async () => createClient({ session: await createSession(rows.user_id) }),
  "a customer's desktop app": async () =>
    (await signedIn({ roles: ["org", "buyer", "user"], org_id: rows.org_id, kind: "bearer" })).client,
  "an administrator": async () => (await signedInAdmin()).client,
};

// A test for each: together they read more than a thousand addresses, one after the other; by day each a third of them.
test.each(Object.entries(signedInClients).map(([name, create], place) => ({ name, create, place })))(
  "nothing that is told to $name may be kept by anybody, of any call or page",
  async ({ create, place }) => {
    const paths = addresses().filter((_path, at) => isNight || at % 3 === place);
    const answers = await readAll(await create(), paths);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(isNight ? 15 : 5);
    expect(answers.filter(({ kept }) => kept !== "no-store")).toEqual([]);
  },
);

test("of what visitors are told only the catalogue, the shop's texts, its status and the API reference may be kept, and everything says whether", async () => {
  const answers = await readAll(visitor());
  const shared = answers.filter(({ kept }) => kept !== "no-store" && kept !== "no-cache, stale-if-error=0");
  expect(shared.filter(({ kept }) => kept !== "public, max-age=0, s-maxage=60")).toEqual([]);
  expect(answers.filter(({ kept }) => kept === "")).toEqual([]);
  const isForAll =
    /^\/status$|^\/store$|^\/docs|^\/store\/(products|legal)|^\/v1\/store\/(products|categories|tags|product)|^\/sitemap.xml$/;
  expect(shared.filter(({ path }) => !isForAll.test(path))).toEqual([]);
  expect(shared.map(({ path }) => path)).toContain("/store/products");
});

test("a page that a secret link opens is kept by nobody", async () => {
  const { id } = await createUser({ state: "new" });
  const { code, user_id } = await createLink((await signedInAdmin()).client, id, "verify:user-setup");
  const answer = await visitor().fetch(hrefOf(pages.setUp, { user_id, code }));
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("the edge answers visitors, and never who signed in with what visitors get", async () => {
  const { id } = await createProduct();
  await query(
    `update products set is_published = true, price_levels = '{"Base Price": 125000, "Partner": 99000}' where id = $1`,
    [id],
  );
  const at = (who: Parameters<typeof createClient>[0]) => createClient({ ...who, url: cache.url });
  const priceFor = async (client: Client) => (await client.call(getProduct, { params: { id } })).reply().price;

  expect(await priceFor(at({}))).toBe(125_000);
  expect(await priceFor(at({}))).toBe(125_000);
  expect(cache.hits(`/v1/store/products/${id}`)).toBe(1);

  const partner = await createUser({ roles: ["buyer", "user"] });
  await query("update organizations set price_level_name = 'Partner' where id = $1", [partner.org_id]);
  const [session, bearer] = await Promise.all([createSession(partner.id), createSession(partner.id, "bearer")]);
  expect(await priceFor(at({ session }))).toBe(99_000);
  expect(await priceFor(at({ bearer }))).toBe(99_000);
  expect(await priceFor(at({}))).toBe(125_000);
  expect((await at({ bearer }).call(listProducts, { query: {} })).status).toBe(200);

  const page = hrefOf(pages.product, { product_id: id });
  const text = async (client: Client) => (await client.fetch(page)).text();
  await text(at({}));
  expect(await text(at({ session }))).toContain("$990.00");
  expect(await text(at({}))).toContain("$1,250.00");
});
