import { globSync } from "node:fs";
import { join } from "node:path";
import { inject, expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import type { Client } from "../support/client.ts";
import { createUser } from "../support/factories.ts";
import { createLink } from "../support/inbox.ts";
import { buyerPages, navigationHeaders, unknownUserId, ownPages, pages, storePages } from "./inline/addresses.ts";

type RequestCase = {
  name: string;
  path: string;
  init?: { method?: string; headers?: Record<string, string>; body?: string };
};

const json = { "content-type": "application/json" };

const anonymousRequests: RequestCase[] = [
  ...[...pages, ...storePages].map((path) => ({ name: `page ${path}`, path })),
  ...buyerPages.map((path) => ({ name: `page of buyers ${path}`, path })),
  { name: "not-found page", path: "/no/such/page" },
  { name: "not-found sub-path of a page (cache deception)", path: "/store/profile.css" },
  { name: "unknown client", path: "/sign-in/somebody" },
  { name: "redirect of the root", path: "/" },
  { name: "redirect to sign-in", path: "/portal" },
  { name: "redirect of an expired link", path: `/verify/${unknownUserId}/AAAAAA` },
  { name: "redirect of authorize", path: "/v1/sso/authorize/crunchbox?redirect_uri=%2Fstore" },
  {
    name: "problem page",
    path: "/v1/sso/authorize/crunchbox?redirect_uri=https%3A%2F%2Fevil.example",
    init: { headers: navigationHeaders },
  },
  { name: "API 200", path: "/health" },
  { name: "text", path: "/metrics" },
  { name: "description", path: "/openapi.json" },
  { name: "license HTML", path: "/v1/sso/license-agreement" },
  { name: "API 400", path: "/v1/sso/verification", init: { method: "POST", headers: json, body: "{}" } },
  { name: "API malformed", path: "/v1/sso/verification", init: { method: "POST", headers: json, body: "{" } },
  { name: "API 401", path: "/v1/sso/session" },
  { name: "API 401 of the bot check", path: "/v1/sso/session", init: { method: "POST", headers: json, body: "{}" } },
  { name: "API 404", path: "/v1/no/such/call" },
  { name: "API with another method", path: "/v1/sso/session", init: { method: "PATCH" } },
  { name: "page with another method", path: "/sign-in/crunchbox", init: { method: "DELETE" } },
  {
    name: "API 415",
    path: "/v1/sso/verification",
    init: { method: "POST", body: "hello", headers: { "content-type": "text/plain" } },
  },
  { name: "HEAD", path: "/sign-in/crunchbox", init: { method: "HEAD" } },
  {
    name: "OPTIONS",
    path: "/v1/sso/session",
    init: { method: "OPTIONS", headers: { origin: "https://evil.example", "access-control-request-method": "POST" } },
  },
  { name: "double slash", path: "//evil.example/store" },
  { name: "broken escape", path: "/sign-in/%E0%A4%A" },
];

const clientFolder = join(root, "dist", inject("renderer"), "client");
const files = globSync("**/*.*", { cwd: clientFolder })
  .map((file) => `/${file.replaceAll("\\", "/")}`)
  .filter((file) => file !== "/_headers");
const staticFiles: RequestCase[] = files.map((path) => ({ name: `static file ${path}`, path }));
const allRequests = [...anonymousRequests, ...staticFiles];

const directives = (policy: string): Map<string, string> =>
  new Map(policy.split(";").map((each) => each.trim().split(/\s+(.*)/s) as [string, string])); // name and sources

function expectSafe(headers: Headers, name: string): void {
  const policy = directives(headers.get("content-security-policy") ?? "");
  expect([...policy.keys()], name).toContain("default-src");
  expect(policy.get("default-src"), name).toBe("'none'");
  expect(policy.get("frame-ancestors"), name).toBe("'none'");
  for (const [directive, sources] of policy) {
    if (directive === "require-trusted-types-for" || directive === "trusted-types") continue;
    // styles do not execute; tests/http/inline/inline-script.test.ts checks that only the build's own are allowed
    const checkedSources = directive === "style-src" ? sources?.replaceAll(/'sha256-[\w+/=]{44}'/g, "") : sources;
    expect(checkedSources ?? "", `${directive} of ${name}`).not.toMatch(/unsafe|\*|nonce-|sha256-|https?:(\s|$)/);
  }
  const hsts = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
  expect(Number(hsts), name).toBeGreaterThanOrEqual(31_536_000);
  expect(headers.get("x-content-type-options"), name).toBe("nosniff");
  expect(headers.get("referrer-policy"), name).toMatch(/^(no-referrer|strict-origin-when-cross-origin|same-origin)$/);
  expect(headers.get("cross-origin-opener-policy"), name).toBe("same-origin");
  expect(headers.get("server"), name).toBeNull();
  expect(headers.get("x-powered-by"), name).toBeNull();
}

test.each(allRequests)("the answer carries every security header: $name", async ({ name, path, init }) => {
  const response = await visitor().fetch(path, init);
  expect(response.status, name).toBeLessThan(500);
  expectSafe(response.headers, name);
});

test.each(anonymousRequests)(
  "nobody may keep an answer once a session cookie was sent: $name",
  async ({ name, path, init }) => {
    const { client: browser } = await signedIn();
    const response = await browser.fetch(path, init);
    expect(response.headers.get("cache-control"), name).toBe("no-store");
    // Shared caches must not answer this browser with a visitor's page.
    expect(response.headers.get("vary"), name).toMatch(/\bcookie\b/);
    expectSafe(response.headers, name);
  },
);

test("the pages of a signed-in person and the answers to a bearer token are not kept either", async () => {
  const { client: customer } = await signedIn();
  const { client: desktop } = await signedIn({ kind: "bearer" });
  const { client: admin } = await signedInAdmin();
  const answers = [
    ...ownPages.map((path) => customer.fetch(path)),
    admin.fetch("/admin"),
    desktop.fetch("/v1/sso/user"),
    desktop.fetch("/v1/flowpoint/links"),
    customer.fetch("/v1/sso/session"),
  ];
  for (const response of await Promise.all(answers)) {
    expect(response.status, response.url).toBe(200);
    expect(response.headers.get("cache-control"), response.url).toBe("no-store");
    expectSafe(response.headers, response.url);
  }
});

test("what is text says in which alphabet it is written, files too", async () => {
  const html = await (await visitor().fetch("/sign-in/crunchbox")).text();
  const scripts = [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].flatMap(([, path]) => path ?? []);
  expect(scripts.length).toBeGreaterThan(0);
  for (const path of ["/favicon.svg", "/products/terra-t20.svg", "/robots.txt", ...scripts, "/sign-in/crunchbox"]) {
    const response = await visitor().fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("content-type"), path).toMatch(/^(text|image|application)\/[\w+.-]+; ?charset=utf-8$/i);
  }
});

test("a page's header names the styles and scripts that it loads, so that the edge announces them, and nothing else", async () => {
  const buyer = await signedIn({ roles: ["buyer", "user"] });
  const pageVisits: [string, Client][] = [
    ["/sign-in/crunchbox", visitor()],
    ["/store/products", visitor()],
    ["/portal", buyer.client],
    ["/no-such-page", visitor()],
  ];
  for (const [path, pageClient] of pageVisits) {
    const response = await pageClient.fetch(path);
    const tags = [...(await response.text()).matchAll(/<(?:script|link) [^>]*>/g)].map(String);
    const loadedTags = tags.filter(
      (tag) => /^<script|rel="(stylesheet|modulepreload)"/.test(tag) && !tag.includes("json"),
    );
    const addresses = loadedTags.map((tag) => / (?:src|href)="([^"]+)"/.exec(tag)?.[1]);
    const hints = (response.headers.get("link") ?? "").split(", ").filter((hint) => hint !== "");
    expect(
      hints.map((hint) => /^<([^>]+)>; rel=preload; as=(script; crossorigin|style)$/.exec(hint)?.[1]).toSorted(),
      path,
    ).toEqual(addresses.toSorted());
  }
  expect((await visitor().fetch("/v1/store/products")).headers.get("link")).toBeNull();
});

test("pages with a secret in their address hand it to nobody", async () => {
  const admin = (await signedInAdmin()).client;
  for (const scope of ["verify:email-password-reset", "verify:user-setup"] as const) {
    const link = await createLink(admin, (await createUser()).id, scope);
    const response = await visitor().fetch(new URL(link.url).pathname);
    expect(response.status).toBe(200);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("a static file with a hash in its name is kept for a year, and has a type", async () => {
  const assets = files.filter((file) => file.startsWith("/assets/"));
  expect(assets.length).toBeGreaterThan(3);
  for (const file of assets) {
    const response = await visitor().fetch(file);
    expect(response.headers.get("cache-control"), file).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type"), file).toMatch(/^(text|image|font|application)\//);
  }
});

test("neither source maps nor the build's own lists are served", async () => {
  expect(files.filter((file) => /\.map$|manifest\.json$|assets\.json$|\.vite/.test(file))).toEqual([]);
  for (const path of ["/_headers", "/assets.json", "/.vite/manifest.json", "/index.js.map"]) {
    expect((await visitor().fetch(path)).status, path).toBe(404);
  }
});
