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

const cookieOf = (token: string) => ({ cookie: `__Secure-session=${token}` });
const json = { "content-type": "application/json", "x-captcha-token": "a-token-that-passes" };
const places = () => [shop.account, shop.storefront, shop.console];
const statusAt = async (origin: string, headers: object) =>
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
    for (const origin of places()) expect(await statusAt(origin, cookieOf(token)), origin).toBe(200);
  });

  test("is over at all of them after signing out at one, which deletes the cookie as it was set", async () => {
    for (const at of places()) {
      const { token } = await signedIn();
      const answer = await shop.ask(`${at}/v1/sso/session`, { method: "DELETE", headers: cookieOf(token) });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([
        `__Secure-session=; Max-Age=0; Domain=${cookieDomain}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ]);
      for (const origin of places()) expect(await statusAt(origin, cookieOf(token)), origin).toBe(401);
    }
  });

  test("is not that of the cookie from before, which the next sign-in and sign-out delete", async () => {
    const { token, user } = await signedIn();
    const old = `__Host-session=${await createSession(user.id)}`;
    expect(await statusAt(shop.account, { cookie: old })).toBe(401);
    expect(await statusAt(shop.account, { cookie: `${old}; ${cookieOf(token).cookie}` })).toBe(200);
    const removedCookie = "__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax";
    const signedInAgain = await signIn(shop.account, user.email, { cookie: old });
    expect([signedInAgain.status, signedInAgain.headers.getSetCookie()]).toEqual([
      201,
      expect.arrayContaining([removedCookie]),
    ]);
    const signedOut = await shop.ask(`${shop.account}/v1/sso/session`, {
      method: "DELETE",
      headers: { cookie: `${old}; ${cookieOf(token).cookie}` },
    });
    expect(signedOut.headers.getSetCookie()).toContain(removedCookie);
  });

  test("is none where a second cookie of its name came along, whichever is first", async () => {
    const [{ token, user }, { token: planted }] = [await signedIn(), await signedIn()];
    for (const both of [
      [token, planted],
      [planted, token],
    ]) {
      const headers = { cookie: both.map((each) => cookieOf(each).cookie).join("; ") };
      expect(await statusAt(shop.storefront, headers)).toBe(401);
      expect((await write(shop.storefront, headers)).status).toBe(401);
    }
    expect(await statusAt(shop.storefront, { cookie: `${cookieOf(token).cookie}; ${cookieOf(token).cookie}` })).toBe(
      200,
    );
    expect(await query("select last_name from users where id = $1", [user.id])).toEqual([
      { last_name: user.last_name },
    ]);
  });

  test("gets a new token at sign-in: one that was planted before is no use to who planted it", async () => {
    const user = await createUser();
    const planted = (await signedIn()).token;
    const answer = await signIn(shop.account, user.email, cookieOf(planted));
    const token = /^__Secure-session=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
    expect([answer.status, token === planted]).toEqual([201, false]);
    expect(await statusAt(shop.account, cookieOf(planted))).toBe(401);
  });
});

describe("writes with the session", () => {
  const from = (site: string | null, origin?: string) => ({
    "sec-fetch-site": site ?? "",
    ...(origin === undefined ? {} : { origin }),
  });

  test("come from the shop's own hosts alone, each of which may write at each", async () => {
    const { token } = await signedIn();
    for (const at of places())
      for (const origin of places())
        expect(
          (await write(at, { ...cookieOf(token), ...from(at === origin ? "same-origin" : "same-site", origin) }))
            .status,
          `${origin} to ${at}`,
        ).toBe(200);
  });

  test("are refused from a sibling host, however it says where it comes from, and so are sign-in and sign-out", async () => {
    const { token, user } = await signedIn();
    const port = new URL(shop.account).port;
    const strangers = [
      from("same-site", shop.sibling),
      from("same-site", `http://${cookieDomain}:${port}`),
      from("same-site", shop.storefront.replace("http:", "https:")),
      from("same-site", `http://shop.${cookieDomain}:1`),
      from("same-site", `${shop.storefront}.evil.example`),
      from("same-site", "null"),
      from("same-site"),
      from("cross-site", "https://evil.example"),
    ];
    for (const headers of strangers) {
      expect((await write(shop.account, { ...cookieOf(token), ...headers })).status, JSON.stringify(headers)).toBe(401);
      expect((await signIn(shop.account, user.email, headers)).status).toBe(401);
      const signOut = await shop.ask(`${shop.account}/v1/sso/session`, {
        method: "DELETE",
        headers: { ...cookieOf(token), ...headers },
      });
      expect(signOut.status).toBe(401);
      const form = await shop.ask(`${shop.storefront}/sign-out`, {
        method: "POST",
        headers: { ...cookieOf(token), ...headers },
      });
      expect(form.status).toBe(403);
    }
    expect(await statusAt(shop.account, cookieOf(token))).toBe(200);
    expect(await query("select last_name from users where id = $1", [user.id])).toEqual([
      { last_name: user.last_name },
    ]);
  });

  test("may be asked for across the shop's hosts with credentials, and by no sibling (CORS)", async () => {
    const allowed = async (origin: string) => {
      const answer = await shop.ask(`${shop.account}/v1/sso/user`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PUT", "sec-fetch-site": "same-site" },
      });
      return answer.headers.get("access-control-allow-origin");
    };
    for (const origin of [...places(), "https://partner.example"]) expect(await allowed(origin)).toBe(origin);
    for (const origin of [shop.sibling, `http://${cookieDomain}`, "null"]) expect(await allowed(origin)).toBeNull();
  });
});

describe("a host that is none of the shop's", () => {
  test("is misdirected, with a session and without, for pages, calls and files", async () => {
    const { token } = await signedIn();
    const port = new URL(shop.account).port;
    const strangers = [
      shop.sibling,
      `http://${cookieDomain}:${port}`,
      `http://localhost:${port}`,
      `http://shop.${cookieDomain}:1`,
    ];
    for (const origin of strangers)
      for (const path of ["/store", "/v1/sso/session", "/sign-in/crunchbox", "/v1/store/products", "/files/x/y"]) {
        const answer = await shop.ask(origin + path, { headers: cookieOf(token) });
        expect([origin + path, answer.status]).toEqual([origin + path, 421]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    expect((await write(shop.sibling, cookieOf(token))).status).toBe(421);
  });
});

describe("each host", () => {
  const pages = (): [path: string, home: string][] => [
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
    for (const [path, home] of pages())
      for (const origin of places()) {
        const answer = await shop.ask(origin + path);
        const led = answer.headers.get("location");
        if (origin === home) expect(led ?? "", path).not.toMatch(/^http/);
        else expect([answer.status, led]).toEqual([302, home + path]);
      }
  });

  test("answers calls, and what is there for all", async () => {
    for (const origin of places())
      for (const path of ["/v1/store/products", "/health", "/robots.txt", "/docs", "/openapi.json"])
        expect((await shop.ask(origin + path)).status, origin + path).toBe(200);
  });

  test("leads from its bare name to its home", async () => {
    const homeOf = async (origin: string) => (await shop.ask(`${origin}/`)).headers.get("location");
    expect(await homeOf(shop.storefront)).toBe(`${shop.storefront}/store`);
    expect(await homeOf(shop.console)).toBe(`${shop.console}/admin`);
    expect(await homeOf(shop.account)).toBe("/sign-in/crunchbox");
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
  const land = async (client: string, redirect_uri: string, token: string) =>
    shop.ask(`${shop.account}/v1/sso/authorize/${client}?${new URLSearchParams({ redirect_uri })}`, {
      headers: cookieOf(token),
    });

  test("may be of any of the shop's hosts; a path is one of the client's own", async () => {
    const { token } = await signedInAdmin();
    for (const origin of places()) {
      const target = `${origin}/portal/orders?page=2`;
      expect((await land("crunchbox", target, token)).headers.get("location")).toBe(target);
    }
    expect((await land("crunchbox", "/portal", token)).headers.get("location")).toBe(`${shop.storefront}/portal`);
    expect((await land("crunchbox-admin", "/admin/orders", token)).headers.get("location")).toBe(
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
      expect([target, (await land("crunchbox", target, token)).status]).toEqual([target, 400]);
  });
});
