import { beforeAll, expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { weigh } from "../../../tools/bench/weight.ts";
import { workerUrl } from "../../support/app.ts";
import { visitor } from "../../support/actors.ts";
import { expectations } from "../calls/index.ts";

const docsClient = visitor();
/** HTML of every reference page that links from /docs reach, by path. */
const pages = new Map<string, string>();

const findLinks = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/docs[^"#?]*)/g)].flatMap(([, path]) => path ?? []);

beforeAll(async () => {
  const queue = ["/docs"];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path) || path.endsWith(".ts")) continue;
    const response = await docsClient.fetch(path);
    expect(response.status, path).toBe(200);
    pages.set(path, await response.text());
    queue.push(...findLinks(pages.get(path) ?? ""));
  }
});

const joinPages = () => [...pages.values()].join("\n");
const stripTags = (html: string) => html.replace(/<[^>]+>/g, "");

const listAccess = () =>
  [...joinPages().matchAll(/<p class="address"><code>(.*?)<\/code>.*?Who may call: ([^<]*)/gs)].map(
    ([, address = "", words = ""]) => [stripTags(address), words.trim()] as const,
  );

test("the readable pages name every call once and ask no third party for anything", () => {
  expect(pages.size).toBeGreaterThan(30);
  const documentedCalls = listAccess().map(([call]) => call);
  expect(documentedCalls.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
  for (const [path, html] of pages) {
    const tags = [...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href|srcset)="([^"]*)"/g)];
    const loadedAddresses = tags.map((match) => match[1] ?? "");
    expect(loadedAddresses.length, path).toBeGreaterThan(0);
    expect(
      loadedAddresses.filter((address) => !address.startsWith("/") || address.startsWith("//")),
      path,
    ).toEqual([]);
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(String);
    expect(
      scripts.filter((tag) => !/^<script type="module" src="\/assets\/(?:reference|buttons)-[\w-]+\.js">$/.test(tag)),
      path,
    ).toEqual([]);
    expect(scripts.length, `${path}: script only where there is something to copy`).toBe(
      html.includes('data-does="copy"') ? 2 : 0,
    );
  }
});

/**
 * Sentences about access, by the decisions for a visitor, a user, an administrator, an impersonating administrator and
 * an inactive user.
 */
const sentenceByDecisions: Record<string, string> = {
  "passes passes passes passes passes": "Anyone",
  "passes passes passes passes 401": "Anyone; who shows a session must show a live one",
  "to passes passes passes to": "A browser; visitors are sent to sign-in",
  "401 passes passes passes 401": "Any signed-in person",
  "401 passes passes 403 401": "Any signed-in person",
  "401 403 passes 403 401": "Role admin",
  "401 403 passes passes 401": "An administrator who impersonates",
  "401 403 403 passes 401": "Role org or buyer",
  "401 403 403 403 401": "Role org or buyer",
};
const withoutBuyer: Record<string, string> = { "Role org or buyer": "Role org" };

test("the readable pages say of every call who may call it", () => {
  const expected = expectations.map(({ call, expected: by }) => {
    const { visitor: nobody, user, admin, "impersonating admin": impersonating, inactive } = by;
    const decisions = [nobody, user, admin, impersonating, inactive].map((each) => each.split(" ")[0]).join(" ");
    if (nobody === "401 INVALID_JWT_MSG")
      return [call, expect.stringMatching(/^The verification cookie of scope verify:[a-z-]+$/)];
    if (call === "POST /v1/callbacks/sms") return [call, "Twilio, by its signature"];
    if (call === "POST /v1/callbacks/email") return [call, "The email provider, by its signature"];
    if (call.startsWith("POST /v1/callbacks/net-suite/")) return [call, "The accounting system, by its token"];
    const accessText = sentenceByDecisions[decisions] ?? "";
    const isSigned = call.includes("/v1/callbacks/stripe/");
    return [
      call,
      isSigned
        ? "The payment provider, by its signature"
        : accessText === "Role admin"
          ? expect.stringMatching(/^Role admin(, preset [a-z]+( or [a-z]+)*)?$/)
          : (by.buyer.startsWith("403") && withoutBuyer[accessText]) || accessText,
    ];
  });
  expect(Object.fromEntries(listAccess())).toEqual(Object.fromEntries(expected));
});

test("a link of the reference leads to a page, and to a place on it", () => {
  for (const [path, html] of pages) {
    const deadLinks = [...html.matchAll(/href="(\/docs[^"#?]*)?(?:\?[^"#]*)?#([\w-]+)"/g)].filter(
      ([, target = path, id]) => !pages.get(target === "" ? path : target)?.includes(`id="${id}"`),
    );
    expect(deadLinks.map(String), path).toEqual([]);
  }
});

test("administrators' calls stand under Administrator, callbacks under Internal, and nobody else's", () => {
  const listCallsUnder = (audience: string) =>
    [...pages].flatMap(([path, html]) =>
      path.startsWith(`/docs/${audience}/`)
        ? [...html.matchAll(/<p class="address"><code>(.*?)<\/code>/gs)].map(([, address = ""]) => stripTags(address))
        : [],
    );
  const isAdmin = (call: string) => call.includes(" /v1/admin/") || call.includes("impersonate-session");
  expect(listCallsUnder("administrator").filter((call) => !isAdmin(call))).toEqual([]);
  expect([...listCallsUnder("customer"), ...listCallsUnder("internal")].filter(isAdmin)).toEqual([]);
  expect(listCallsUnder("internal").filter((call) => call.includes("/v1/callbacks/")).length).toBeGreaterThan(10);
  expect(
    [...listCallsUnder("customer"), ...listCallsUnder("administrator")].filter((call) =>
      call.includes("/v1/callbacks/"),
    ),
  ).toEqual([]);
});

test("the contents mark where one is, and each example stands in three languages", () => {
  const orders = pages.get("/docs/customer/orders") ?? "";
  expect(orders).toMatch(/<a href="\/docs\/customer\/orders"[^>]*aria-current="page">Orders<\/a>/);
  const section = /<section id="getOrder".*?<\/section>\s*(?=<section id="|<\/main>)/s.exec(orders)?.[0] ?? "";
  for (const line of ["curl ", "await fetch(", "requests.get("]) expect(section).toContain(line);
  // Nested fields are listed below their parent.
  expect(section).toMatch(/<code>shipping_data<\/code>.*?<details>.*?<code>postal_code<\/code>/s);
  expect(section).toContain("ORDER_ACCESS_DENIED");
});

test.each([
  ["cart", "Read your open cart"],
  ["getOrder", "Read an order with its lines"],
  ["ORDER_ACCESS_DENIED", "Read an order with its lines"],
  ["po_number", "Change the cart; omitted fields keep their value"],
  ["/v1/sso/token", "Exchange an authorization code or a refresh token for a bearer token"],
  ["Idempotency", "Which calls are safe to repeat when the answer was lost"],
])("the search finds %s", async (search, found) => {
  const html = await (await docsClient.fetch(`/docs/search?search=${encodeURIComponent(search)}`)).text();
  expect(html).toContain(found);
  expect(html).not.toContain("Nothing found");
});

test("a search that finds nothing says so, and shows what was typed as it was", async () => {
  const html = await (await docsClient.fetch(`/docs/search?search=${encodeURIComponent("<b>zebra</b>")}`)).text();
  const [, title = ""] = /<h1>([^<]*)<\/h1>/.exec(html) ?? [];
  expect(title.replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toBe("Nothing found for “<b>zebra</b>”");
  expect(html).not.toContain("<b>zebra");
});

test("what is no page of the reference is not found", async () => {
  for (const path of ["/docs/nobody", "/docs/customer/nothing", "/docs/guides/nothing", "/docs/administrator/cart"])
    expect((await docsClient.fetch(path)).status, path).toBe(404);
});

test("a page of the reference is light, and may be kept by everybody for five minutes", async () => {
  for (const path of pages.keys()) {
    const weight = await weigh(workerUrl + path);
    expect(weight.html_gzip, path).toBeLessThanOrEqual(30_000);
    expect(weight.script_brotli, path).toBeLessThanOrEqual(1500);
    expect(weight.stylesheets[0]?.gzip, path).toBeLessThanOrEqual(6000);
  }
  const cachedPage = await visitor().fetch("/docs/customer/orders");
  expect(cachedPage.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=300");
});
