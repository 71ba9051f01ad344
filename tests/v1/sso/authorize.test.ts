import { describe, expect, inject, test } from "vitest";
import { authorize, authorizeClient } from "../../../worker/contract/v1/sso/authorize.ts";
import { signedIn, signedInAdmin, visitor, withSession } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { requestCode } from "../../support/desktop.ts";
import { sha256 } from "../../support/factories.ts";
import { locationOf, requestAuthorization } from "./authorization.ts";

const origin = inject("workerVars").PUBLIC_URL ?? "";

describe("a signed-in person lands", () => {
  test.each([
    ["crunchbox", "/store"],
    ["crunchbox-sso", "/store"],
    ["crunchbox-admin", "/admin"],
  ])("with the client %s and no redirect_uri at %s", async (client, path) => {
    const answer = await requestAuthorization((await signedInAdmin()).client, client);
    expect([answer.status, locationOf(answer)]).toEqual([302, `${origin}${path}`]);
  });

  test("without a client where crunchbox-sso lands", async () => {
    const answer = await (await signedIn()).client.call(authorize);
    expect([answer.status, locationOf(answer)]).toEqual([302, `${origin}/store`]);
  });

  test("at a path of the same host that was asked for", async () => {
    const { client } = await signedIn();
    expect(locationOf(await requestAuthorization(client, "crunchbox", `${origin}/store/products?page=2`))).toBe(
      `${origin}/store/products?page=2`,
    );
    expect(locationOf(await requestAuthorization(client, "crunchbox", "/portal/profile"))).toBe(
      `${origin}/portal/profile`,
    );
  });

  test("not at the admin console without the role admin", async () => {
    const answer = await requestAuthorization((await signedIn({ roles: ["org", "user"] })).client, "crunchbox-admin");
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  });

  test("never with a session token in the address", async () => {
    const { client, token } = await signedIn();
    expect(locationOf(await requestAuthorization(client, "crunchbox"))).not.toContain(token);
    expect((await requestCode(client)).location).not.toContain(token);
  });
});

describe("without a session", () => {
  test.each([
    ["flowpoint-win", "/sign-in/flowpoint-win"],
    ["crunchbox-admin", "/sign-in/crunchbox-admin"],
    ["crunchbox-sso", "/sign-in/crunchbox"],
  ])("the client %s goes to %s and keeps the query", async (name, path) => {
    const redirect_uri = name === "flowpoint-win" ? "flowpoint://open?tab=devices" : "/store?a=1&b=2";
    const answer = await requestAuthorization(visitor(), name, redirect_uri);
    const target = new URL(locationOf(answer), origin);
    expect([answer.status, target.origin, target.pathname, target.searchParams.get("redirect_uri")]).toEqual([
      302,
      origin,
      path,
      redirect_uri,
    ]);
  });

  test("an ended session counts as none", async () => {
    const { client } = await withSession("revoked_at = now()");
    expect(locationOf(await requestAuthorization(client, "crunchbox"))).toMatch(/^\/sign-in\/crunchbox/);
  });
});

describe("the desktop app", () => {
  test("gets a one-time code on its own scheme that lives 60 seconds and is stored as a hash", async () => {
    const { client, user } = await signedIn();
    const target = new URL((await requestCode(client, { redirect_uri: "flowpoint://auth/callback" })).location);
    expect(`${target.protocol}//${target.host}${target.pathname}`).toBe("flowpoint://auth/callback");
    const code = target.searchParams.get("code") ?? "";
    expect(code).toMatch(/^[\w-]{43}$/);
    const rows = await query(
      "select user_id, client, redirect_uri, extract(epoch from expires_at - created_at)::float as s from hand_off_codes where code_hash = $1",
      [sha256(code)],
    );
    expect(rows).toEqual([
      {
        user_id: user.id,
        client: "flowpoint-win",
        redirect_uri: "flowpoint://auth/callback",
        s: expect.closeTo(60, 0),
      },
    ]);
  });

  test("gets its state back unchanged, beside whatever its address carried", async () => {
    const authorizeQuery = { redirect_uri: "flowpoint://open?tab=devices", state: "a+b/c=&d" };
    const target = new URL((await requestCode((await signedIn()).client, authorizeQuery)).location);
    expect([target.searchParams.get("tab"), target.searchParams.get("state")]).toEqual(["devices", "a+b/c=&d"]);
  });

  test("lands on the root of its scheme without a redirect_uri", async () => {
    expect((await requestCode((await signedIn()).client)).location).toMatch(/^flowpoint:\/\/\?code=[\w-]{43}$/);
  });

  // RFC 7636 section 4.4.1
  test("gets an error and no code without a challenge", async () => {
    const { client, user } = await signedIn();
    const authorizeQuery = { redirect_uri: "flowpoint://open", state: "s" };
    const answer = await client.call(authorizeClient, { params: { client: "flowpoint-win" }, query: authorizeQuery });
    const target = new URL(locationOf(answer));
    expect([target.searchParams.get("error"), target.searchParams.get("state")]).toEqual(["invalid_request", "s"]);
    expect(target.searchParams.has("code")).toBe(false);
    expect(await query("select 1 from hand_off_codes where user_id = $1", [user.id])).toEqual([]);
  });

  test.each(["cross-site", "same-site", "none"])(
    "gets no code from a navigation that starts elsewhere (%s): it takes a click on our page",
    async (site) => {
      const { client, user } = await signedIn();
      const answer = await client.call(authorizeClient, {
        params: { client: "flowpoint-win" },
        headers: { "sec-fetch-site": site },
      });
      expect([answer.status, locationOf(answer)]).toEqual([302, "/flowpoint?"]);
      expect(await query("select 1 from hand_off_codes where user_id = $1", [user.id])).toEqual([]);
    },
  );

  test("gets a code from a browser that does not say where a navigation starts", async () => {
    const { client } = await signedIn();
    const authorizeQuery = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
    const answer = await client.call(authorizeClient, {
      params: { client: "flowpoint-win" },
      query: authorizeQuery,
      headers: { "sec-fetch-site": null },
    });
    expect(locationOf(answer)).toMatch(/[?]code=[\w-]{43}$/);
  });

  test.each([["short"], ["x".repeat(44)], ["!".repeat(43)]])(
    "is refused with the malformed challenge %j",
    async (code_challenge) => {
      const answer = await (
        await signedIn()
      ).client.call(authorizeClient, { params: { client: "flowpoint-win" }, query: { code_challenge } });
      expect(answer.issues.map((issue) => issue.path)).toEqual([["code_challenge"]]);
    },
  );

  test("is refused with the challenge method plain", async () => {
    const authorizeQuery = { code_challenge: "A".repeat(43), code_challenge_method: "plain" };
    const answer = await (
      await signedIn()
    ).client.call(authorizeClient, { params: { client: "flowpoint-win" }, query: authorizeQuery });
    expect(answer.issues.map((issue) => issue.path)).toEqual([["code_challenge_method"]]);
  });
});

test.each(["unknown", "flowpoint", "CRUNCHBOX", "%2e%2e"])(
  "an unknown client (%j) is refused with 400",
  async (client) => {
    const response = await (await signedIn()).client.fetch(`/v1/sso/authorize/${client}`);
    expect([400, 404]).toContain(response.status);
  },
);
