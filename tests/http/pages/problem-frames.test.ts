import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { createClient, type Client } from "../../support/client.ts";
import { type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const unknownId = "00000000-0000-4000-8000-000000000000";
const storeFrame = /<form(?=[^>]*role="search")/;
const read = async (client: Client, path: string) => {
  const answer = await client.fetch(path, { headers: { "sec-fetch-dest": "document" } });
  return { status: answer.status, text: await answer.text() };
};

test.each(["/store/nowhere", `/store/products/${unknownId}`, "/store/legal/cookies", "/portal/nowhere"])(
  "%s is not found inside the store's frame, with a search and a way on",
  async (path) => {
    const { status, text } = await read(createClient({ url: app.worker.url }), path);
    expect(status).toBe(404);
    expect(text).toMatch(storeFrame);
    for (const expectedText of ["Page not found", "Go to home", "See products", "Sign in"])
      expect(text).toContain(expectedText);
  },
);

test("an order that is not there leads whoever is signed in to all orders, and says whose it may be", async () => {
  const { client, user } = await shop.buyer();
  for (const path of [`/portal/orders/${unknownId}`, "/store/nowhere"]) {
    const { status, text } = await read(client, path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain("or it belongs to another organization");
    expect(text).toContain("All orders");
    expect(text, "the menu of the person").toContain(user.last_name);
  }
});

test("another organization's order is refused inside the frame, without a word of it", async () => {
  const { bought } = await shop.purchase([await shop.createProduct()]);
  const { client, user } = await shop.buyer();
  const { status, text } = await read(client, `/portal/orders/${bought.order_id}`);
  expect(status).toBe(403);
  expect(text).toMatch(storeFrame);
  expect(text).toContain(user.last_name);
});

test("while the database is away the store says so in its frame, and can be tried again", async () => {
  const { client } = await shop.buyer();
  await shop.sandbox.addFault({ service: "database", kind: "status", value: 503, times: 1_000_000 });
  const { status, text } = await read(client, "/portal/orders?status=new");
  expect(status).toBe(503);
  expect(text).toMatch(storeFrame);
  expect(text).toMatch(/<a(?=[^>]*class="button")(?=[^>]*href="\/portal\/orders\?status=new")[^>]*>Try again/);
  expect(text, "nobody knows who is signed in").not.toContain(">Sign in<");
});

test("the account screens keep their own frame", async () => {
  const { status, text } = await read(createClient({ url: app.worker.url }), "/nowhere");
  expect(status).toBe(404);
  expect(text).not.toMatch(storeFrame);
});

test("what is not there in the console is told in its frame, to those alone who run it", async () => {
  const { client: admin } = await shop.signedInAdmin();
  for (const path of [`/admin/orders/${unknownId}`, "/admin/nowhere"]) {
    const { status, text } = await read(admin, path);
    expect([path, status]).toEqual([path, 404]);
    for (const expectedText of ["Page not found", "Go to the overview", 'href="/admin/audit"', 'aria-label="Console"'])
      expect(text, path).toContain(expectedText);
  }
  const { client } = await shop.buyer();
  for (const viewer of [client, createClient({ url: app.worker.url })]) {
    const { status, text } = await read(viewer, "/admin/nowhere");
    expect(status).toBe(404);
    for (const expectedText of ["Console", "Audit", "overview"]) expect(text).not.toContain(expectedText);
  }
});
