import { expect, test } from "vitest";
import { cookieDomainProblem, parseHosts } from "../../worker/contract/hosts.ts";

const buildHosts = (COOKIE_DOMAIN: string, changes: Record<string, string> = {}) => ({
  PUBLIC_URL: "https://id.example.test",
  MAIN_WEB_URL: "https://shop.example.test/store",
  ADMIN_WEB_URL: "https://admin.example.test/admin",
  COOKIE_DOMAIN,
  ...changes,
});

test.each([
  ["three hosts under it", buildHosts("example.test")],
  ["one of the hosts", buildHosts("example.test", { MAIN_WEB_URL: "https://example.test/store" })],
  [
    "a port",
    buildHosts("cgx.localhost", {
      PUBLIC_URL: "http://id.cgx.localhost:8787",
      MAIN_WEB_URL: "http://cgx.localhost:8787/store",
      ADMIN_WEB_URL: "http://admin.cgx.localhost:8787/admin",
    }),
  ],
  ["no domain at all", buildHosts("")],
])("a cookie domain may have %s", (_what, settings) => {
  expect(cookieDomainProblem(settings)).toBeUndefined();
});

test.each([
  ["test", /at least two labels/],
  ["com", /at least two labels/],
  [".example.test", /without a dot before it/],
  ["Example.test", /in lower case/],
  ["https://example.test", /at least two labels/],
  ["example.test:443", /at least two labels/],
  ["example..test", /at least two labels/],
  ["127.0.0.1", /at least two labels/],
  ["*.example.test", /at least two labels/],
  ["example.test; Path=/", /at least two labels/],
  ["ample.test", /PUBLIC_URL is at id\.example\.test, which is not ample\.test or a host under it/],
  ["other.test", /PUBLIC_URL is at id\.example\.test/],
  ["shop.example.test", /PUBLIC_URL is at id\.example\.test/],
])("the cookie domain %s is refused with its reason", (domain, reason) => {
  expect(cookieDomainProblem(buildHosts(domain))).toMatch(reason);
});

test("the host that does not fit is named", () => {
  const settings = buildHosts("example.test", { ADMIN_WEB_URL: "https://admin.elsewhere.test/admin" });
  expect(cookieDomainProblem(settings)).toBe(
    "ADMIN_WEB_URL is at admin.elsewhere.test, which is not example.test or a host under it",
  );
});

test("a shop without a cookie domain is on one host, whatever its addresses say", () => {
  expect(parseHosts(buildHosts(""))).toBeUndefined();
});
