// One cache in front of one worker, because each test is about what the edge caches between two requests.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { versionHeader } from "../../../worker/contract/paths.ts";
import { getLicenseAgreement } from "../../../worker/contract/v1/sso/license-agreement.ts";
import { confirmProductImport, createProductImport } from "../../../worker/contract/v1/admin/product-imports.ts";
import { unpublishProduct, updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import {
  createLicenseAgreement,
  deleteLicenseAgreement,
} from "../../../worker/contract/v1/admin/settings/license-agreements.ts";
import { createLegalText } from "../../../worker/contract/v1/admin/settings/legal-texts.ts";
import { getProduct, listProducts } from "../../../worker/contract/v1/store/products.ts";
import { buildValidInput } from "../../contract/calls/valid-input.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { isNight } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { zoneHeaders } from "../../support/days.ts";
import { createProduct, createSession, createUser, unique } from "../../support/factories.ts";
import { createLink } from "../../support/inbox.ts";
import { createOrganizationRows, type OrganizationRows } from "../organization-rows.ts";
import { startWorkersCache, type WorkersCache } from "./workers-cache.ts";

let worker: LoggedWorker;
let cache: WorkersCache;
let rows: OrganizationRows;

beforeAll(async () => {
  cache = await startWorkersCache(() => worker.url);
  [worker, rows] = await Promise.all([
    startSecondWorker({ RATE_LIMIT_SCALE: "1000" }, { onPurge: (tags) => cache.purge(tags) }),
    createOrganizationRows(),
  ]);
});
afterAll(async () => {
  await worker?.stop();
  await cache?.stop();
});

const createEdgeClient = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ ...options, url: cache.url });

function listAddresses(): string[] {
  const callPaths = endpoints
    .filter(({ method }) => method === "GET")
    .map((spec) => hrefOf(spec.path.replace(/\{(\w+)\}/g, ":$1"), buildValidInput(spec, rows).params));
  const parts = Object.entries({ ...rows, client_id: "crunchbox", code: "AAAAAA", kind: "terms", owner: "" });
  const values = new Map<string, string>(parts);
  const pagePaths = Object.values(pages).map((path) => path.replace(/:(\w+)/g, (_, name) => values.get(name) ?? "x"));
  return [...callPaths, ...pagePaths];
}

async function readAll(client: Client, paths = listAddresses()) {
  const fetchAnswer = async (path: string) => {
    const { status, headers } = await client.fetch(path);
    return { path, status, kept: headers.get("cache-control") ?? "" };
  };
  // Sequential, because a refusal for too many concurrent requests would prove nothing.
  const answers: Awaited<ReturnType<typeof fetchAnswer>>[] = [];
  for (const path of paths) answers.push(await fetchAnswer(path));
  return answers;
}

const signedInClients: Record<string, () => Promise<Client>> = {
  "a customer in a browser": async () => createClient({ session: await createSession(rows.user_id) }),
  "a customer's desktop app": async () =>
    (await signedIn({ roles: ["org", "buyer", "user"], org_id: rows.org_id, kind: "bearer" })).client,
  "an administrator": async () => (await signedInAdmin()).client,
};

// One test per client, because sequential reads of all addresses take long; in a day run each test reads a third.
test.each(Object.entries(signedInClients).map(([name, create], place) => ({ name, create, place })))(
  "nothing that is told to $name may be kept by anybody, of any call or page",
  async ({ create, place }) => {
    const paths = listAddresses().filter((_path, at) => isNight || at % 3 === place);
    const answers = await readAll(await create(), paths);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(isNight ? 15 : 5);
    expect(answers.filter(({ kept }) => kept !== "no-store")).toEqual([]);
  },
);

test("of what visitors are told only the account pages, the catalogue, the shop's texts, its status and the API reference may be kept, and everything says whether", async () => {
  const paths = listAddresses().filter((path, at) => isNight || at % 3 === 0 || path === pages.products);
  const answers = await readAll(visitor(), paths);
  const sharedAnswers = answers.filter(({ kept }) => kept !== "no-store" && kept !== "no-cache, stale-if-error=0");
  const seconds = sharedAnswers.map(({ kept }) => Number(/^public, max-age=0, s-maxage=(\d+)$/.exec(kept)?.[1]));
  expect(seconds.filter((each) => !(each > 0 && each <= 300))).toEqual([]);
  expect(answers.filter(({ kept }) => kept === "")).toEqual([]);
  const publicPathPattern =
    /^\/(sign-in\/.+|request-account|recover-password|license-agreement|status|accessibility|store|sitemap.xml)$|^\/docs|^\/store\/(products|legal)|^\/v1\/store\/(products|categories|tags|product)|^\/v1\/sso\/license-agreement$/;
  expect(sharedAnswers.filter(({ path }) => !publicPathPattern.test(path))).toEqual([]);
  expect(sharedAnswers.map(({ path }) => path)).toContain("/store/products");
});

const firstPages = [
  hrefOf(pages.signIn, { client_id: "crunchbox" }),
  hrefOf(pages.signIn, { client_id: "crunchbox" }, { redirect_uri: "/store/cart" }),
  pages.requestAccount,
  pages.recoverPassword,
  pages.licenseAgreement,
  getLicenseAgreement.path,
  pages.store,
  pages.products,
  pages.docs,
];

test.each(firstPages)("the edge answers the second visitor of %s", async (path) => {
  const first = await createEdgeClient().fetch(path);
  const second = await createEdgeClient().fetch(path);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("cf-cache-status")).toBe("HIT");
  expect(second.headers.get("cache-tag")).toBeNull();
  expect(await second.text()).toBe(await first.text());
});

test("the license agreement comes with its version from the edge, too", async () => {
  const directAnswer = await createClient({ url: worker.url }).fetch(getLicenseAgreement.path);
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await createEdgeClient().fetch(getLicenseAgreement.path);
    expect(answer.headers.get(versionHeader)).toBe(directAnswer.headers.get(versionHeader));
  }
});

test("HEAD on a cold cache fills it with the whole page", async () => {
  const path = hrefOf(pages.recoverPassword, {}, { expired: "true" });
  expect(await (await createEdgeClient().fetch(path, { method: "HEAD" })).text()).toBe("");
  const answer = await createEdgeClient().fetch(path);
  expect(answer.headers.get("cf-cache-status")).toBe("HIT");
  expect(await answer.text()).toContain("Your link has expired");
});

test("days of a page that the edge keeps are those of UTC, wherever its first visitor is", async () => {
  const version = unique("2026");
  await query(
    "insert into legal_texts (kind, version, title, html, valid_from) values ('returns', $1, 'Returns', '<p>Text</p>', '2026-01-31T23:30:00Z')",
    [version],
  );
  const path = hrefOf(pages.legalText, { kind: "returns" }, { version });
  const tokyoRequest = { headers: zoneHeaders("Asia/Tokyo") };
  await createEdgeClient().fetch(path, tokyoRequest);
  expect(await (await createEdgeClient().fetch(path)).text()).toContain("31 Jan 2026");
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
  const at = createEdgeClient;
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
  const fetchText = async (client: Client) => (await client.fetch(page)).text();
  await fetchText(at({}));
  expect(await fetchText(at({ session }))).toContain("$990.00");
  expect(await fetchText(at({}))).toContain("$1,250.00");
});

describe("what has changed is purged at the edge before the change is answered", () => {
  const adminAtWorker = async () => {
    const { token } = await signedInAdmin();
    return createClient({ url: worker.url, session: token });
  };
  const publish = async (price: number) => {
    const { id } = await createProduct();
    await query("update products set is_published = true, price_levels = $2 where id = $1", [
      id,
      { "Base Price": price },
    ]);
    return { id, page: hrefOf(pages.product, { product_id: id }) };
  };
  const fetchAnswer = async (path: string) => {
    const answer = await createEdgeClient().fetch(path);
    return { outcome: answer.headers.get("cf-cache-status"), text: await answer.text() };
  };

  test("a price that an administrator changes", async () => {
    const { id, page } = await publish(125_000);
    await fetchAnswer(page);
    expect(await fetchAnswer(page)).toMatchObject({ outcome: "HIT", text: expect.stringContaining("$1,250.00") });
    const legalPath = hrefOf(pages.legalText, { kind: "terms" });
    await fetchAnswer(legalPath);
    const admin = await adminAtWorker();
    (
      await admin.call(updateProduct, { params: { product_id: id }, body: { price_levels: { "Base Price": 99_000 } } })
    ).reply();
    expect(await fetchAnswer(page)).toMatchObject({ outcome: "MISS", text: expect.stringContaining("$990.00") });
    expect((await fetchAnswer(legalPath)).outcome).toBe("HIT");
  });

  const applyDue = () => worker.scheduled("apply-scheduled-prices");
  /** Retries, because a job of another test may apply the change first without purging this edge. */
  const applyUntilPurged = (path: string, makeDue: () => Promise<unknown>) =>
    expect.poll(async () => (await makeDue(), await applyDue(), (await fetchAnswer(path)).outcome)).toBe("MISS");

  test("a price whose time has come, by a job", async () => {
    const { id, page } = await publish(125_000);
    await fetchAnswer(page);
    await applyUntilPurged(page, () =>
      query(
        "insert into scheduled_prices (product_id, level, price, starts_at) values ($1, 'Base Price', 88000, now())",
        [id],
      ),
    );
    expect(await fetchAnswer(page)).toMatchObject({ outcome: "HIT", text: expect.stringContaining("$880.00") });
    // repeated until no scheduled change of another test is due
    await expect
      .poll(async () => (await fetchAnswer(page), await applyDue(), (await fetchAnswer(page)).outcome))
      .toBe("HIT");
  });

  test("a publication whose time has come, by a job", async () => {
    const { id, page } = await publish(125_000);
    await query("update products set is_published = false where id = $1", [id]);
    expect((await fetchAnswer(page)).text).toContain("Page not found");
    const listPath = hrefOf(pages.products, {}, { sort: "-created_at" });
    await fetchAnswer(listPath);
    expect((await fetchAnswer(listPath)).outcome).toBe("HIT");
    await applyUntilPurged(listPath, () =>
      query("update products set is_published = false, publish_at = now() where id = $1", [id]),
    );
    expect(await fetchAnswer(listPath)).toMatchObject({ outcome: "HIT", text: expect.stringContaining(page) });
  });

  test("a product that is no longer sold", async () => {
    const { id, page } = await publish(125_000);
    await fetchAnswer(page);
    expect((await fetchAnswer(page)).outcome).toBe("HIT");
    (await (await adminAtWorker()).call(unpublishProduct, { params: { product_id: id } })).reply();
    expect((await fetchAnswer(page)).text).toContain("Page not found");
  });

  test("a name by a file of products", async () => {
    const { id, page } = await publish(125_000);
    const sku = unique("SKU").toUpperCase();
    await query("update products set sku = $2 where id = $1", [id, sku]);
    await fetchAnswer(page);
    expect((await fetchAnswer(page)).outcome).toBe("HIT");
    const admin = await adminAtWorker();
    const name = unique("Renamed");
    const productImport = (
      await admin.call(createProductImport, { body: { file: new Blob([`sku,name\n${sku},${name}`]) } })
    ).reply();
    (await admin.call(confirmProductImport, { params: { id: productImport.id } })).reply();
    expect(await fetchAnswer(page)).toMatchObject({ outcome: "MISS", text: expect.stringContaining(name) });
  });

  test("a legal text", async () => {
    const path = hrefOf(pages.legalText, { kind: "imprint" });
    await fetchAnswer(path);
    expect((await fetchAnswer(path)).outcome).toBe("HIT");
    const [version, title] = [unique("v"), unique("Imprint")];
    const body = { kind: "imprint" as const, version, title, html: "<p>Here</p>" };
    (await (await adminAtWorker()).call(createLegalText, { body })).reply();
    expect(await fetchAnswer(path)).toMatchObject({ outcome: "MISS", text: expect.stringContaining(title) });
  });

  test("the license agreement", async () => {
    await fetchAnswer(pages.licenseAgreement);
    expect((await fetchAnswer(pages.licenseAgreement)).outcome).toBe("HIT");
    const admin = await adminAtWorker();
    // The new version is dated ahead, because other tests agree to the version in force.
    const version = unique("9");
    const body = { version, html: "<p>Later</p>", valid_from: "2099-01-01T00:00:00Z" };
    (await admin.call(createLicenseAgreement, { body })).reply();
    expect((await fetchAnswer(pages.licenseAgreement)).outcome).toBe("MISS");
    (await admin.call(deleteLicenseAgreement, { params: { version } })).reply();
    expect((await fetchAnswer(pages.licenseAgreement)).outcome).toBe("MISS");
  });
});

describe("a text that comes into force is shown at that moment", () => {
  const fetchText = async (path: string) => (await createEdgeClient().fetch(path)).text();

  test("of the shop", async () => {
    const path = hrefOf(pages.legalText, { kind: "privacy" });
    const [title, version] = [unique("Privacy"), unique("v")];
    await query(
      `insert into legal_texts (kind, version, title, html, valid_from)
       values ('privacy', $1, $2, '<p>Text</p>', now() + interval '2 seconds')`,
      [version, title],
    );
    const textBefore = await fetchText(path);
    const future = await query("select 1 from legal_texts where version = $1 and valid_from > now()", [version]);
    expect(future.length > 0 && textBefore.includes(title), "shown too early").toBe(false);
    await expect.poll(() => fetchText(path)).toContain(title);
  });

  test.each([pages.licenseAgreement, getLicenseAgreement.path])("the license agreement: %s", async (path) => {
    const version = unique("9");
    // The new version is dated ahead, because other tests agree to the version in force.
    await query(
      "insert into license_agreements (version, html, valid_from) values ($1, '<p>Next</p>', now() + interval '100 seconds')",
      [version],
    );
    const answer = await createClient({ url: worker.url }).fetch(path);
    await query("delete from license_agreements where version = $1", [version]);
    const [, seconds] = /s-maxage=(\d+)$/.exec(answer.headers.get("cache-control") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(100);
  });
});

describe("nothing personal is ever cached", () => {
  const marker = unique("poison").toLowerCase();
  const poisonHeaders: Record<string, string> = {
    ...Object.fromEntries(
      [
        "x-forwarded-host",
        "x-host",
        "x-forwarded-server",
        "x-forwarded-scheme",
        "x-forwarded-prefix",
        "user-agent",
        "accept-language",
        "x-request-id",
        "x-requested-with",
        "cf-connecting-ip",
        "true-client-ip",
      ].map((name) => [name, marker]),
    ),
    forwarded: `host=${marker}`,
    referer: `https://${marker}.test/`,
    "x-original-url": `/${marker}`,
    "x-rewrite-url": `/${marker}`,
    "x-http-method-override": "POST",
    "MF-CF-Blob": JSON.stringify({ timezone: "Pacific/Kiritimati" }),
  };

  // A day run tests a sixth of the addresses, because each takes eight requests.
  test("by cookies, tokens, queries and headers, of any page or call", async () => {
    const targetUser = await createUser({ org_id: rows.org_id, roles: ["org", "buyer", "user"] });
    const [session, bearer] = await Promise.all([createSession(targetUser.id), createSession(targetUser.id, "bearer")]);
    const [user] = await query<{ email: string; name: string }>(
      "select u.email, o.name from users u join organizations o on o.id = u.org_id where u.id = $1",
      [targetUser.id],
    );
    const secrets = [marker, session, bearer, targetUser.id, user?.email ?? "", user?.name ?? ""];
    const paths = listAddresses().filter((path, at) => (isNight || at % 6 === 1) && !path.includes(targetUser.id));
    const leaks: string[] = [];
    for (const path of [...paths, ...firstPages]) {
      const flash = encodeURIComponent(JSON.stringify({ tone: "success", message: marker, path }));
      await Promise.all([
        createEdgeClient().fetch(path, { headers: poisonHeaders }),
        createEdgeClient().fetch(`${path}${path.includes("?") ? "&" : "?"}marker=${marker}&search=${marker}`),
        createEdgeClient().fetch(path, { headers: { cookie: `__Host-session=${session}; __Host-flash=${flash}` } }),
        createEdgeClient({ bearer }).fetch(path),
        createEdgeClient().fetch(path, { headers: { origin: `https://${marker}.test` } }),
        createEdgeClient().fetch(path, { method: "HEAD", headers: { cookie: `__Host-flash=${flash}` } }),
      ]);
      const [cleanAnswer, directAnswer] = await Promise.all([
        createEdgeClient().fetch(path),
        createClient({ url: worker.url }).fetch(path),
      ]);
      if (cleanAnswer.status !== directAnswer.status)
        leaks.push(`${path} answers ${cleanAnswer.status}, not ${directAnswer.status}`);
      const text = `${[...cleanAnswer.headers].join("\n")}\n${await cleanAnswer.text()}`.toLowerCase();
      for (const secret of secrets) if (text.includes(secret.toLowerCase())) leaks.push(`${path} tells ${secret}`);
    }
    expect(leaks).toEqual([]);
    // a page may show the marker to visitors whose own address contains it
    const cachedEntries = cache.stored().filter(([key]) => !key.includes(marker));
    expect(cachedEntries.length).toBeGreaterThan(firstPages.length);
    const leakingEntries = cachedEntries.filter(([, text]) =>
      secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase())),
    );
    expect(leakingEntries.map(([key]) => key)).toEqual([]);
  });
});
