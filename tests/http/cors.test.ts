import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";
import { signedIn, visitor } from "../support/actors.ts";
import { createClient } from "../support/client.ts";

const shop = "https://shop.example";
const foreignOrigins = [
  "https://evil.example",
  "https://shop.example.evil.example",
  "http://shop.example",
  "https://shop.example:444",
  "null",
];
let worker: LoggedWorker;

beforeAll(async () => {
  worker = await startSecondWorker({ ALLOWED_ORIGINS: ` ${shop} ,https://console.example` });
});
afterAll(() => worker?.stop());

const preflight = (origin: string, path = "/v1/sso/session") =>
  createClient({ url: worker.url }).fetch(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "content-type,x-captcha-token,authorization,idempotency-key",
    },
  });

const headerValues = (headers: Headers, name: string) =>
  (headers.get(name) ?? "")
    .toLowerCase()
    .split(/\s*,\s*/)
    .toSorted();

test.each([shop, "https://console.example"])(
  "the configured origin %s may call with its cookies and read the version",
  async (origin) => {
    const { headers, status } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-credentials")).toBe("true");
    expect(headerValues(headers, "access-control-allow-headers")).toEqual([
      "authorization",
      "content-type",
      "idempotency-key",
      "x-captcha-token",
    ]);
    expect(headerValues(headers, "access-control-allow-methods")).toEqual(
      expect.arrayContaining(["delete", "get", "post", "put"]),
    );
    expect(headerValues(headers, "vary")).toContain("origin");

    const license = await createClient({ url: worker.url }).fetch("/v1/sso/license-agreement", { headers: { origin } });
    expect(license.headers.get("access-control-allow-origin")).toBe(origin);
    expect(headerValues(license.headers, "access-control-expose-headers")).toEqual(["x-version"]);
    expect(license.headers.get("x-version")).toMatch(/./);
  },
);

test("what a page of another origin may read is not told to the next visitor, who shows no origin", async () => {
  const ask = (headers: Record<string, string>) =>
    createClient({ url: worker.url }).fetch("/v1/store/products?search=of-another-origin", { headers });
  expect((await ask({ origin: shop })).headers.get("access-control-allow-origin")).toBe(shop);
  const anonymousAnswer = await ask({});
  expect(anonymousAnswer.status).toBe(200);
  expect(anonymousAnswer.headers.get("access-control-allow-origin")).toBeNull();
  expect(headerValues(anonymousAnswer.headers, "vary")).toContain("origin");
});

test.each(foreignOrigins)("the origin %s may neither call nor read", async (origin) => {
  const preflightAnswer = await preflight(origin);
  expect(preflightAnswer.headers.get("access-control-allow-origin")).toBeNull();
  const licenseAnswer = await createClient({ url: worker.url }).fetch("/v1/sso/license-agreement", {
    headers: { origin },
  });
  expect(licenseAnswer.headers.get("access-control-allow-origin")).toBeNull();
  expect(headerValues(licenseAnswer.headers, "vary")).toContain("origin");
});

test("a refusal can be read by the configured origin too", async () => {
  const client = createClient({ url: worker.url });
  const headers = { origin: shop, "content-type": "application/json", "sec-fetch-site": "cross-site" };
  const refusals = [
    await client.fetch("/v1/sso/session", { headers }),
    await client.fetch("/v1/sso/verification", { method: "POST", headers, body: "{}" }),
    await client.fetch("/v1/no/such/call", { headers }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([401, 400, 404]);
  for (const { headers: answerHeaders, url } of refusals)
    expect(answerHeaders.get("access-control-allow-origin"), url).toBe(shop);
});

test("a write with a session cookie is accepted from the configured origin and from no other", async () => {
  const { token, client: ownClient } = await signedIn();
  const client = createClient({ url: worker.url, session: token });
  const write = (origin: string) =>
    client.fetch("/v1/sso/user", {
      method: "PUT",
      body: JSON.stringify({ last_name: "Changed" }),
      headers: { origin, "sec-fetch-site": "cross-site", "content-type": "application/json" },
    });
  for (const origin of foreignOrigins) expect((await write(origin)).status, origin).toBe(401);
  expect((await write(shop)).status).toBe(200);
  expect(
    (
      await ownClient.fetch("/v1/sso/user", {
        method: "PUT",
        body: "{}",
        headers: { origin: shop, "sec-fetch-site": "cross-site" },
      })
    ).status,
  ).toBe(401);
});

test("without configured origins nobody else is let in, and pages are never shared", async () => {
  const answer = await visitor().fetch("/v1/sso/license-agreement", { headers: { origin: shop } });
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(answer.headers.get("x-version")).toMatch(/./);
  const page = await createClient({ url: worker.url }).fetch("/sign-in/crunchbox", { headers: { origin: shop } });
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
});
