import type { Page } from "playwright";
import { listClientErrors } from "../../../worker/contract/v1/admin/client-errors.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, openPage, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

const randomLetters = () =>
  Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("");
const errorScriptPath = /\/assets\/errors-[\w-]+\.js/;

async function openWithScript(page: Page, script: string) {
  const product = await shop.createProduct();
  await page.route("**/assets/broken.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script.replaceAll("\n", " ") }),
  );
  await page.goto(`/store/products/${product.id}?search=secret`);
  await page.waitForLoadState("load");
  // The script has the shop's own origin, because the page reports no errors of other origins.
  await page.evaluate('void import("/assets/broken.js").catch(() => {})');
}
const listErrors = async (search: string) => {
  const { client } = await signedInAdmin();
  return (await client.call(listClientErrors, { query: { search, sort: "first_seen_at" } })).reply().data;
};

test("errors of a page are listed for administrators: five at most, each once, without personal data", async () => {
  const name = randomLetters();
  const { token } = await signedIn({ roles: ["buyer", "user"] });
  const { page, close } = await openPage({ session: token });
  await openWithScript(
    page,
    `const fail = (text) => setTimeout(() => { throw new TypeError(text); }, 100);
     fail("${name} one of ada@acme.test");
     fail("${name} one of bob@acme.test");
     Promise.reject(new Error("${name} two"));
     for (const each of ["three", "four", "five", "six", "seven"]) fail("${name} " + each);`,
  );
  await expect.poll(async () => (await listErrors(name)).length).toBe(5);
  await page.goto("/portal");
  await close();
  const errors = await listErrors(name);
  expect(errors.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  const first = errors.find(({ message }) => message.includes("one"));
  expect(first).toMatchObject({
    type: "error",
    message: `TypeError: ${name} one of …`,
    page: "/store/products/:id",
    browser: "Chrome",
  });
  expect(first?.release).toMatch(/^[0-9a-f]{8}$/);
  expect(first?.stack).toMatch(/\/assets\/broken\.js:1:\d+/);
  expect(errors.map(({ type }) => type)).toContain("unhandledrejection");
  const storedRows = await query(
    "select (to_jsonb(e) - 'fingerprint' - 'id')::text as row from client_errors e where message like $1",
    [`%${name}%`],
  );
  expect(JSON.stringify(storedRows)).not.toMatch(/acme|ada@|secret/);

  const admin = await signedInAdmin();
  const consoleSession = await openPage({ session: admin.token });
  await consoleSession.page.goto("/admin/integrations");
  await consoleSession.page.getByRole("link", { name: "Browser errors" }).click();
  await consoleSession.page.getByLabel("Message, page or release").fill(`${name} one`);
  await consoleSession.page.keyboard.press("Enter");
  const rows = consoleSession.page.locator("main tbody tr");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link").first().click();
  await expect(consoleSession.page.getByRole("heading", { level: 1 })).toContainText(`${name} one`);
  await expect(consoleSession.page.locator("main")).toContainText("/assets/broken.js:1:");
  await expect(consoleSession.page.locator("main")).toContainText("(current)");
  await consoleSession.close();
  expect(consoleSession.complaints).toEqual([]);
});

test("an error just before the page is left arrives", async () => {
  const name = randomLetters();
  const { token } = await signedIn({ roles: ["buyer", "user"] });
  const { page, close } = await openPage({ session: token });
  await openWithScript(
    page,
    `addEventListener("beforeunload", () => { throw new Error("${name}"); }); location.href = "/portal";`,
  );
  await page.waitForURL("**/portal");
  await expect.poll(async () => (await listErrors(name)).length).toBe(1);
  await close();
});

test("who asks not to be tracked is not, and a report that fails makes no other", async () => {
  for (const [property, value] of [
    ["doNotTrack", "1"],
    ["globalPrivacyControl", true],
    [undefined, undefined],
  ]) {
    const { token } = await signedIn({ roles: ["buyer", "user"] });
    const { page, close } = await openPage({ session: token });
    let postCount = 0;
    await page.route("**/v1/application/logs", (route) => {
      postCount += 1;
      return route.abort();
    });
    await page.addInitScript(
      ([name, set]) => name && Object.defineProperty(navigator, String(name), { get: () => set }),
      [property, value],
    );
    await openWithScript(
      page,
      `setTimeout(() => { throw new Error("untold"); }); setTimeout(() => (document.title = "done"), 50);`,
    );
    await expect(page).toHaveTitle("done");
    if (property === undefined) await expect.poll(() => postCount).toBe(1);
    await page.waitForLoadState("networkidle");
    expect([property, postCount]).toEqual([property, property === undefined ? 1 : 0]);
    await close();
  }
});

test("only pages of people with a session report, where a script is loaded anyway", async () => {
  const [buyer, viewer] = [await signedIn({ roles: ["buyer", "user"] }), await signedIn()];
  const product = await shop.createProduct();
  const fetchPage = async (path: string, session?: string) => {
    const headers = new Headers(session ? { cookie: `__Host-session=${session}` } : {});
    return (await fetch(workerUrl + path, { headers })).text();
  };
  for (const path of ["/sign-in/crunchbox", `/store/products/${product.id}`, "/"])
    expect(await fetchPage(path), path).not.toMatch(errorScriptPath);
  expect(await fetchPage(`/store/products/${product.id}`, buyer.token)).toMatch(errorScriptPath);
  expect(await fetchPage(`/store/products/${product.id}`, viewer.token), "the search of the header is one").toMatch(
    errorScriptPath,
  );
  expect(await fetchPage("/license-agreement", viewer.token)).not.toMatch(/<script [^>]*src/);
});
