import fc from "fast-check";
import { expect, test } from "vitest";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { isNight } from "../../support/by-night.ts";
import { patienceMs } from "../../support/patience.ts";
import { runs, seed } from "./setup.ts";

const printable = fc.string({ unit: "grapheme-ascii", maxLength: 200 });
const credential = fc.oneof(
  printable,
  fc.constantFrom(
    "%",
    "%00",
    "%E0%A4%A",
    "__proto__",
    "a".repeat(4000),
    '"',
    "a,b",
    "a;b",
    "=",
    "Bearer",
    "Basic YTpi",
  ),
);

test(
  "whatever stands in cookies and headers, no answer is a 5xx and nobody is let in",
  async () => {
    const client = visitor();
    const send = async (session: string, verify: string, bearer: string | undefined, captcha: string) => {
      const cookie = `__Host-session=${session}; __Host-verify=${verify}; __Host-device=${verify}; ${session}`;
      const headers = {
        cookie,
        "x-captcha-token": captcha,
        "user-agent": captcha,
        ...(bearer === undefined ? {} : { authorization: bearer }),
      };
      const sessionAnswer = await client.fetch("/v1/sso/session", { headers });
      expect(sessionAnswer.status).toBe(401);
      expect((await client.fetch("/v1/sso/password-reset", { method: "PUT", headers })).status).toBeLessThan(500);
      expect((await client.fetch("/store", { headers })).status).toBeLessThan(500);
    };
    const headerArbitraries = [
      credential,
      credential,
      fc.option(
        fc.oneof(
          credential,
          credential.map((token) => `Bearer ${token}`),
        ),
        { nil: undefined },
      ),
      credential,
    ] as const;
    await fc.assert(fc.asyncProperty(...headerArbitraries, send), { seed, numRuns: runs });
  },
  4 * patienceMs + runs * 1000,
);

const pages = [
  "/",
  "/sign-in",
  "/sign-in/*",
  "/request-account",
  "/recover-password",
  "/verify/*/*",
  "/setup/*/*",
  "/verify-email/*/*",
  "/stop-email-change/*/*",
  "/stop-recovery/*/*",
  "/finish-recovery/*/*",
  "/license-agreement",
  "/flowpoint",
  "/store",
  "/store/products",
  "/store/products/*",
  "/store/cart",
  "/store/checkout",
  "/store/checkout/*",
  "/portal/orders",
  "/portal/orders/*",
  "/portal/subscriptions",
  "/portal/subscriptions/*",
  "/store/orders/*",
  "/store/subscriptions/*",
  "/admin",
  "/portal",
  "/portal/profile",
  "/portal/search",
  "/portal/orders/*/again",
  "/portal/quick-order",
  "/portal/invoices",
  "/portal/invoices/statement",
  "/portal/payment-methods",
  "/docs",
  "/*/*",
];
const targets = fc.constantFrom(
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/store",
  "javascript:alert(1)",
  "https:evil.example",
  "\t//evil.example",
  "http://localhost@evil.example",
  "flowpoint://x",
  "/store",
  "/\t/evil.example",
);
const addressPart = fc.oneof(
  targets,
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.uuid(),
  fc.constantFrom("true", "crunchbox", "flowpoint-win", "AAAAAA", "%00", "'\"<script>1</script>"),
);
const parameterNames = fc.constantFrom(
  "redirect_uri",
  "client_id",
  "expired",
  "is_payment_redirect",
  "state",
  "search",
  "page",
  "sort",
  "category",
  "type",
  "status",
  "tags",
  "code_challenge",
  "constructor",
);

/** A day run tries each text with one kind of viewer, a night run with all kinds. */
test.each([
  ["%00", "customer"],
  ["a%00b", "administrator"],
  ["%ed%a0%80", "customer"],
  ["%", "visitor"],
] as const)("a %s in any part of any page's address is no failure of ours", async (text, dayKind) => {
  const kinds = {
    visitor: async () => visitor(),
    customer: async () => (await signedIn({ roles: ["org", "buyer", "user"] })).client,
    administrator: async () => (await signedInAdmin()).client,
  };
  const clientFactories = isNight ? Object.values(kinds) : [kinds[dayKind]];
  const callers = await Promise.all(clientFactories.map((create) => create()));
  const lists = [
    "/store/products",
    "/portal/orders",
    "/portal/subscriptions",
    "/portal/invoices",
    "/portal/search",
    "/admin/organizations",
    "/admin/requests",
    "/admin/requests/list",
  ];
  for (const caller of callers) {
    for (const page of pages.filter((each) => each.includes("*"))) {
      const path = page.replaceAll("*", text);
      expect((await caller.fetch(path)).status, path).toBeLessThan(500);
    }
    for (const list of lists)
      for (const name of ["search", "sort", "status", "type", "category", "page", "org_id", "list", "month"]) {
        const path = `${list}?${name}=${text}`;
        expect((await caller.fetch(path)).status, path).toBeLessThan(500);
      }
  }
});

test(
  "whatever stands in a page's address, no answer is a 5xx, leads to a stranger or repeats markup",
  async () => {
    const callers = [visitor(), (await signedIn({ roles: ["org", "buyer", "user"] })).client];
    const visit = async (page: string, partValues: string[], parameters: [string, string][]) => {
      const parts = [...partValues];
      const path = page.replaceAll("*", () => encodeURIComponent(parts.pop() ?? "a") || "a");
      for (const caller of callers) {
        const response = await caller.fetch(`${path}?${new URLSearchParams(parameters)}`);
        expect(response.status, path).toBeLessThan(500);
        const location = response.headers.get("location");
        if (location !== null)
          expect(new URL(location, caller.url).origin, `${path} ${JSON.stringify(parameters)} -> ${location}`).toBe(
            caller.url,
          );
        expect(await response.text()).not.toContain("<script>1");
      }
    };
    const addressArbitraries = [
      fc.constantFrom(...pages),
      fc.array(addressPart, { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(parameterNames, addressPart), { maxLength: 4 }),
    ] as const;
    await fc.assert(fc.asyncProperty(...addressArbitraries, visit), { seed, numRuns: runs * 4 });
  },
  4 * patienceMs + runs * 4000,
);
