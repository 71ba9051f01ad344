// One app with three hosts takes seconds to start, so all its tests share it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { startSecondWorker } from "../support/app.ts";
import { query } from "../support/database.ts";
import { createSession, createUser, password } from "../support/factories.ts";
import { cookieDomain, startShopOnHosts } from "../support/hosts.ts";

let shop: Awaited<ReturnType<typeof startShopOnHosts>>;
beforeAll(async () => {
  shop = await startShopOnHosts({ ALLOWED_ORIGINS: "https://partner.example" });
});
afterAll(() => shop?.stop());

const sessionCookie = (token: string) => ({ cookie: `__Secure-session=${token}` });
const json = { "content-type": "application/json", "x-captcha-token": "a-token-that-passes" };
const shopOrigins = () => [shop.account, shop.storefront, shop.console];
const fetchStatus = async (origin: string, headers: object) =>
  (await shop.ask(`${origin}/v1/sso/session`, { headers })).status;
const signIn = (origin: string, username: string, headers: object = {}) =>
  shop.ask(`${origin}/v1/sso/session`, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify({ username, password }),
  });
const write = (origin: string, headers: object) =>
  shop.ask(`${origin}/v1/sso/user`, {
    method: "PUT",
    headers: { ...json, ...headers },
    body: JSON.stringify({ last_name: "Changed" }),
  });

describe("the session of a shop on three hosts", () => {
  test("is a cookie of the domain above them; what one host alone needs stays with it", async () => {
    const user = await createUser();
    const lines = (await signIn(shop.account, user.email)).headers.getSetCookie();
    expect(lines.map((line) => line.replace(/=[^;]+/, "=").replace(/(Expires|Max-Age)=[^;]+/, "$1"))).toEqual([
      `__Secure-session=; Domain=${cookieDomain}; Path=/; Expires; HttpOnly; Secure; SameSite=Lax`,
      "__Host-device=; Max-Age; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    const token = /^__Secure-session=([^;]+)/.exec(lines[0] ?? "")?.[1] ?? "";
    for (const origin of shopOrigins()) expect(await fetchStatus(origin, sessionCookie(token)), origin).toBe(200);
  });

  test("is over at all of them after signing out at one, which deletes the cookie as it was set", async () => {
    for (const at of shopOrigins()) {
      const { token } = await signedIn();
      const answer = await shop.ask(`${at}/v1/sso/session`, { method: "DELETE", headers: sessionCookie(token) });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([
        `__Secure-session=; Max-Age=0; Domain=${cookieDomain}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ]);
      for (const origin of shopOrigins()) expect(await fetchStatus(origin, sessionCookie(token)), origin).toBe(401);
    }
  });

  test("is not that of the cookie from before, which the next sign-in and sign-out delete", async () => {
    const { token, user } = await signedIn();
    const oldCookie = `__Host-session=${await createSession(user.id)}`;
    expect(await fetchStatus(shop.account, { cookie: oldCookie })).toBe(401);
    expect(await fetchStatus(shop.account, { cookie: `${oldCookie}; ${sessionCookie(token).cookie}` })).toBe(200);
    const removedCookie = "__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax";
    const signInAnswer = await signIn(shop.account, user.email, { cookie: oldCookie });
    expect([signInAnswer.status, signInAnswer.headers.getSetCookie()]).toEqual([
      201,
      expect.arrayContaining([removedCookie]),
    ]);
    const signOutAnswer = await shop.ask(`${shop.account}/v1/sso/session`, {
      method: "DELETE",
      headers: { cookie: `${oldCookie}; ${sessionCookie(token).cookie}` },
    });
    expect(signOutAnswer.headers.getSetCookie()).toContain(removedCookie);
  });

  test("is none where a second cookie of its name came along, whichever is first", async () => {
    const [{ token, user }, { token: plantedToken }] = [await signedIn(), await signedIn()];
    for (const tokens of [
      [token, plantedToken],
      [plantedToken, token],
    ]) {
      const headers = { cookie: tokens.map((each) => sessionCookie(each).cookie).join("; ") };
      expect(await fetchStatus(shop.storefront, headers)).toBe(401);
      expect((await write(shop.storefront, headers)).status).toBe(401);
    }
    expect(
      await fetchStatus(shop.storefront, { cookie: `${sessionCookie(token).cookie}; ${sessionCookie(token).cookie}` }),
    ).toBe(200);
    expect(await query("select last_name from users where id = $1", [user.id])).toEqual([
      { last_name: user.last_name },
    ]);
  });

  test("gets a new token at sign-in: one that was planted before is no use to who planted it", async () => {
    const user = await createUser();
    const plantedToken = (await signedIn()).token;
    const answer = await signIn(shop.account, user.email, sessionCookie(plantedToken));
    const token = /^__Secure-session=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
    expect([answer.status, token === plantedToken]).toEqual([201, false]);
    expect(await fetchStatus(shop.account, sessionCookie(plantedToken))).toBe(401);
  });
});

describe("writes with the session", () => {
  const originHeaders = (site: string | null, origin?: string) => ({
    "sec-fetch-site": site ?? "",
    ...(origin === undefined ? {} : { origin }),
  });

  test("come from the shop's own hosts alone, each of which may write at each", async () => {
    const { token } = await signedIn();
    for (const at of shopOrigins())
      for (const origin of shopOrigins())
        expect(
          (
            await write(at, {
              ...sessionCookie(token),
              ...originHeaders(at === origin ? "same-origin" : "same-site", origin),
            })
          ).status,
          `${origin} to ${at}`,
        ).toBe(200);
  });

  test("are refused from a sibling host, however it says where it comes from, and so are sign-in and sign-out", async () => {
    const { token, user } = await signedIn();
    const port = new URL(shop.account).port;
    const foreignHeaders = [
      originHeaders("same-site", shop.sibling),
      originHeaders("same-site", `http://${cookieDomain}:${port}`),
      originHeaders("same-site", shop.storefront.replace("http:", "https:")),
      originHeaders("same-site", `http://shop.${cookieDomain}:1`),
      originHeaders("same-site", `${shop.storefront}.evil.example`),
      originHeaders("same-site", "null"),
      originHeaders("same-site"),
      originHeaders("cross-site", "https://evil.example"),
    ];
    for (const headers of foreignHeaders) {
      expect((await write(shop.account, { ...sessionCookie(token), ...headers })).status, JSON.stringify(headers)).toBe(
        401,
      );
      expect((await signIn(shop.account, user.email, headers)).status).toBe(401);
      const signOut = await shop.ask(`${shop.account}/v1/sso/session`, {
        method: "DELETE",
        headers: { ...sessionCookie(token), ...headers },
      });
      expect(signOut.status).toBe(401);
      const form = await shop.ask(`${shop.storefront}/sign-out`, {
        method: "POST",
        headers: { ...sessionCookie(token), ...headers },
      });
      expect(form.status).toBe(403);
    }
    expect(await fetchStatus(shop.account, sessionCookie(token))).toBe(200);
    expect(await query("select last_name from users where id = $1", [user.id])).toEqual([
      { last_name: user.last_name },
    ]);
  });

  test("may be asked for across the shop's hosts with credentials, and by no sibling (CORS)", async () => {
    const fetchAllowedOrigin = async (origin: string) => {
      const answer = await shop.ask(`${shop.account}/v1/sso/user`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PUT", "sec-fetch-site": "same-site" },
      });
      return answer.headers.get("access-control-allow-origin");
    };
    for (const origin of [...shopOrigins(), "https://partner.example"])
      expect(await fetchAllowedOrigin(origin)).toBe(origin);
    for (const origin of [shop.sibling, `http://${cookieDomain}`, "null"])
      expect(await fetchAllowedOrigin(origin)).toBeNull();
  });
});

describe("a host that is none of the shop's", () => {
  test("is misdirected, with a session and without, for pages, calls and files", async () => {
    const { token } = await signedIn();
    const port = new URL(shop.account).port;
    const foreignOrigins = [
      shop.sibling,
      `http://${cookieDomain}:${port}`,
      `http://localhost:${port}`,
      `http://shop.${cookieDomain}:1`,
    ];
    for (const origin of foreignOrigins)
      for (const path of ["/store", "/v1/sso/session", "/sign-in/crunchbox", "/v1/store/products", "/files/x/y"]) {
        const answer = await shop.ask(origin + path, { headers: sessionCookie(token) });
        expect([origin + path, answer.status]).toEqual([origin + path, 421]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    expect((await write(shop.sibling, sessionCookie(token))).status).toBe(421);
  });
});

describe("each host", () => {
  const pageHomes = (): [path: string, home: string][] => [
    ["/store", shop.storefront],
    ["/store/products?search=head%20set&page=2", shop.storefront],
    ["/portal/orders", shop.storefront],
    ["/admin/orders?status=new", shop.console],
    ["/sign-in/crunchbox?redirect_uri=%2Fportal", shop.account],
    ["/recover-password", shop.account],
    ["/flowpoint?state=a%26b", shop.account],
    ["/license-agreement", shop.account],
  ];

  test("leads to a page where people read it, with its query, and answers its own", async () => {
    for (const [path, home] of pageHomes())
      for (const origin of shopOrigins()) {
        const answer = await shop.ask(origin + path);
        const led = answer.headers.get("location");
        if (origin === home) expect(led ?? "", path).not.toMatch(/^http/);
        else expect([answer.status, led]).toEqual([302, home + path]);
      }
  });

  test("answers calls, and what is there for all", async () => {
    for (const origin of shopOrigins())
      for (const path of ["/v1/store/products", "/health", "/robots.txt", "/docs", "/openapi.json"])
        expect((await shop.ask(origin + path)).status, origin + path).toBe(200);
  });

  test("leads from its bare name to its home", async () => {
    const fetchHome = async (origin: string) => (await shop.ask(`${origin}/`)).headers.get("location");
    expect(await fetchHome(shop.storefront)).toBe(`${shop.storefront}/store`);
    expect(await fetchHome(shop.console)).toBe(`${shop.console}/admin`);
    expect(await fetchHome(shop.account)).toBe("/sign-in/crunchbox");
  });

  test("lets forms lead to the others and to nobody else (CSP)", async () => {
    const policy = (await shop.ask(`${shop.storefront}/store`)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`form-action 'self' ${shop.account} ${shop.storefront} ${shop.console};`);
  });

  test("names the host of a page in what leaves the shop", async () => {
    const page = await (await shop.ask(`${shop.storefront}/store`)).text();
    expect(page).toContain(`<link rel="canonical" href="${shop.storefront}/store"`);
    const sitemap = await (await shop.ask(`${shop.storefront}/sitemap.xml`)).text();
    expect(sitemap).toContain(`<loc>${shop.storefront}/store/products</loc>`);
    expect(sitemap).toContain(`<loc>${shop.account}/license-agreement</loc>`);
  });
});

test("a domain that does not fit the hosts stops the worker with the reason", async () => {
  const worker = await startSecondWorker({ COOKIE_DOMAIN: "example.test" });
  try {
    expect((await fetch(`${worker.url}/health`)).status).toBe(500);
    const reason = "COOKIE_DOMAIN: PUBLIC_URL is at localhost, which is not example.test or a host under it";
    await expect.poll(() => worker.lines.some((line) => line.includes(reason))).toBe(true);
  } finally {
    await worker.stop();
  }
});

describe("redirect_uri", () => {
  const requestAuthorization = async (client: string, redirect_uri: string, token: string) =>
    shop.ask(`${shop.account}/v1/sso/authorize/${client}?${new URLSearchParams({ redirect_uri })}`, {
      headers: sessionCookie(token),
    });

  test("may be of any of the shop's hosts; a path is one of the client's own", async () => {
    const { token } = await signedInAdmin();
    for (const origin of shopOrigins()) {
      const target = `${origin}/portal/orders?page=2`;
      expect((await requestAuthorization("crunchbox", target, token)).headers.get("location")).toBe(target);
    }
    expect((await requestAuthorization("crunchbox", "/portal", token)).headers.get("location")).toBe(
      `${shop.storefront}/portal`,
    );
    expect((await requestAuthorization("crunchbox-admin", "/admin/orders", token)).headers.get("location")).toBe(
      `${shop.console}/admin/orders`,
    );
  });

  test("is of no other host, port or scheme", async () => {
    const { token } = await signedIn();
    const port = new URL(shop.account).port;
    for (const target of [
      `${shop.sibling}/portal`,
      `http://${cookieDomain}:${port}/`,
      `http://shop.${cookieDomain}:1/`,
      shop.storefront.replace("http:", "https:"),
      `${shop.storefront}.evil.example/`,
      `http://shop.${cookieDomain}:${port}@evil.example/`,
      `http://evil@shop.${cookieDomain}:${port}/`,
      "//evil.example/",
      "javascript:alert(1)",
    ])
      expect([target, (await requestAuthorization("crunchbox", target, token)).status]).toEqual([target, 400]);
  });
});
