import { describe, expect, test } from "vitest";
import { getSession, signIn, signOut } from "../../../worker/contract/v1/sso/session.ts";
import { type Actor, signedIn, signedInAdmin, visitor, withSession } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, password } from "../../support/factories.ts";

const findSessionCookie = (lines: string[]) => lines.find((line) => line.startsWith("__Host-session=")) ?? "";

describe("reading the session", () => {
  test("tells who is signed in, since when and until when", async () => {
    const { client, user } = await signedIn();
    const session = (await client.call(getSession)).reply();
    expect(session).toMatchObject({ user_id: user.id, impersonator: null, user: { id: user.id, email: user.email } });
    // The factory's session began now and lasts 7 days (O-010).
    const [beganMsAgo, msLeft] = [
      Date.now() - Date.parse(session.created_at),
      Date.parse(session.expires_at) - Date.now(),
    ];
    expect(Math.abs(beganMsAgo)).toBeLessThan(60_000);
    expect(Math.abs(msLeft - 7 * 24 * 3600_000)).toBeLessThan(60_000);
    expect(session.user.organization).toMatchObject({ id: user.org_id, billing_email: expect.stringContaining("@") });
  });

  test("without any credential is refused as SECURITY_CHECK_FAILED", async () => {
    const answer = await visitor().call(getSession);
    expect([answer.status, answer.errcode, answer.message]).toEqual([
      401,
      "SECURITY_CHECK_FAILED",
      "No security requirement satisfied",
    ]);
  });

  test.each([
    ["expired", "expires_at = now() - interval '1 second'"],
    ["idle for more than 12 hours", "last_seen_at = now() - interval '12 hours 1 second'"],
    ["revoked", "revoked_at = now()"],
  ])("with a session that is %s is refused as INVALID_JWT and clears the cookie", async (_what, change) => {
    const { client } = await withSession(change);
    const answer = await client.call(getSession);
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT"]);
    expect(client.cookies.has("__Host-session")).toBe(false);
  });

  test("goes on after 11 hours without a request, and counts the 12 hours from then on", async () => {
    const { client, user } = await withSession("last_seen_at = now() - interval '11 hours'");
    expect((await client.call(getSession)).status).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await query("select 1 from sessions where user_id = $1 and last_seen_at > now() - interval '1 minute'", [
              user.id,
            ])
          ).length,
      )
      .toBe(1);
  });

  test("writes the time of the last request down at most once a minute", async () => {
    const { client, user } = await withSession("last_seen_at = now() - interval '40 seconds'");
    const fetchLastSeen = () => query("select last_seen_at from sessions where user_id = $1", [user.id]);
    const seenBefore = await fetchLastSeen();
    // Deferred writes of a request are done after a few more requests.
    for (let request = 0; request < 5; request += 1) expect((await client.call(getSession)).status).toBe(200);
    expect(await fetchLastSeen()).toEqual(seenBefore);
  });

  test.each(["", "x", "A".repeat(43), "A".repeat(5000), "%00", "__Host-session"])(
    "with the unknown token %j is refused with 401",
    async (token) => {
      const answer = await createClient({ session: token }).call(getSession);
      expect(answer.status).toBe(401);
    },
  );

  test("of a person who is gone is refused as SESSION_USR_NOT_FOUND", async () => {
    const { client, user } = await signedIn();
    await query("delete from users where id = $1", [user.id]);
    const answer = await client.call(getSession);
    expect([answer.status, answer.errcode]).toEqual([401, "SESSION_USR_NOT_FOUND"]);
    expect(client.cookies.has("__Host-session")).toBe(false);
  });

  test("of a person who never agreed is refused as USR_NOT_AGREED", async () => {
    const { client } = await signedIn({ state: "never-agreed" });
    const answer = await client.call(getSession);
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AGREED"]);
  });
});

describe("a cookie and a bearer token", () => {
  test("of different sessions together are refused, whoever they belong to", async () => {
    const { user, token } = await signedIn();
    const bearer = await createSession(user.id, "bearer");
    const answer = await createClient({ session: token, bearer }).call(getSession);
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT"]);
  });

  test("a bearer session works as a bearer header and not as a cookie", async () => {
    const { client, token } = await signedIn({ kind: "bearer" });
    expect((await client.call(getSession)).status).toBe(200);
    expect((await createClient({ session: token }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test.each(["Basic dTpw", "Bearer", "Bearer a b", "token x"])(
    "the Authorization header %j is refused as INVALID_JWT",
    async (authorization) => {
      const answer = await visitor().call(getSession, { headers: { authorization } });
      expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT"]);
    },
  );
});

describe("signing out", () => {
  test("ends the session at once, here and wherever else its token is, and clears the cookie", async () => {
    const { client, token } = await signedIn();
    const answer = await client.call(signOut);
    expect(answer.reply()).toEqual({ success: true });
    expect(findSessionCookie(answer.set_cookies)).toMatch(/Max-Age=0/);
    expect((await createClient({ session: token }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("leaves one audit row that names the person and the session", async () => {
    const { client, user } = await signedIn();
    const [session] = await query<{ id: string }>("select id from sessions where user_id = $1", [user.id]);
    (await client.call(signOut)).reply();
    const rows = await query("select action, subject_id from audit_log where actor_id = $1", [user.id]);
    expect(rows).toEqual([{ action: "signOut", subject_id: session?.id }]);
  });

  test("leaves the person's other sessions alone", async () => {
    const { client, user } = await signedIn();
    const other = await createSession(user.id);
    await client.call(signOut);
    expect((await createClient({ session: other }).call(getSession)).status).toBe(200);
  });

  test("without a session is refused", async () => {
    expect((await visitor().call(signOut)).errcode).toBe("SECURITY_CHECK_FAILED");
  });
});

describe("an administrator's session", () => {
  const fetchErrcodeAfter = async (change: string) => {
    const { user, client } = await signedInAdmin();
    await query(`update sessions set ${change} where user_id = $1`, [user.id]);
    return (await client.call(getSession)).errcode;
  };

  test("ends after 12 hours, and after 1 hour idle", async () => {
    expect(await fetchErrcodeAfter("last_seen_at = now() - interval '59 minutes'")).toBeUndefined();
    expect(await fetchErrcodeAfter("last_seen_at = now() - interval '60 minutes'")).toBe("INVALID_JWT");
    expect(await fetchErrcodeAfter("created_at = now() - interval '11 hours 59 minutes'")).toBeUndefined();
    expect(await fetchErrcodeAfter("created_at = now() - interval '12 hours'")).toBe("INVALID_JWT");
  });

  test("says so at sign-in; that of others stays as it was", async () => {
    const fetchSessionHours = async (actor: Actor) => {
      const body = { username: actor.user.email, password };
      const { created_at, expires_at } = (await actor.client.call(signIn, { body })).reply();
      return (Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000;
    };
    expect(await fetchSessionHours(await signedInAdmin())).toBe(12);
    expect(await fetchSessionHours(await signedIn())).toBe(168);
    const { user, client } = await signedIn();
    await query(
      "update sessions set last_seen_at = now() - interval '11 hours', created_at = now() - interval '6 days' where user_id = $1",
      [user.id],
    );
    expect((await client.call(getSession)).status).toBe(200);
  });
});
