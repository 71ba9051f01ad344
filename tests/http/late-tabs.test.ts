import { describe, expect, test } from "vitest";
import { endImpersonation, startImpersonation } from "../../worker/contract/v1/sso/impersonate-session.ts";
import { getSession, signIn, signOut } from "../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createUser, password, sha256 } from "../support/factories.ts";

async function requestWithToken(session: string, path = "/v1/sso/session", method = "GET") {
  const answer = await createClient({ session }).fetch(path, { method });
  const cookies = answer.headers.getSetCookie().filter((line) => line.startsWith("__Host-session="));
  return {
    status: answer.status,
    forgets: cookies.some((line) => line.startsWith("__Host-session=;")),
    gets: cookies.find((line) => /^__Host-session=[\w-]/.test(line)),
  };
}
const refusedOutcome = { status: 401, forgets: false, gets: undefined };
const forgottenOutcome = { status: 401, forgets: true, gets: undefined };
const signInOutcome = { status: 302, forgets: false, gets: undefined };
const tokenOf = (client: Client) => client.cookies.get("__Host-session") ?? "";
const isServed = async (client: Client) => (await client.call(getSession)).status === 200;
const passTime = (token: string) =>
  query("update sessions set exchanged_at = now() - interval '31 seconds' where token_hash = $1", [sha256(token)]);

type Exchange = () => Promise<{ old: string; client: Client }>;

/** Actions that replace a browser's session token while another tab still uses the old one. */
const exchanges: Record<string, Exchange> = {
  "beginning to act as somebody": async () => {
    const { client, token } = await signedInAdmin();
    const { id } = await createUser();
    (await client.call(startImpersonation, { body: { user_id: id } })).reply();
    return { old: token, client };
  },
  "ending that": async () => {
    const { client, token } = await impersonating();
    (await client.call(endImpersonation)).reply();
    return { old: token, client };
  },
  "signing in over a session": async () => {
    const { client, token } = await signedIn();
    const { email } = await createUser();
    (await client.call(signIn, { body: { username: email, password } })).reply();
    return { old: token, client };
  },
};

describe.each(Object.entries(exchanges))("a request with the token from before %s", (_name, exchange) => {
  test("is refused, 20 at once too, and leaves the browser the token that it has by now", async () => {
    const { old, client } = await exchange();
    expect(tokenOf(client)).not.toBe(old);
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestWithToken(old)));
    expect(answers).toEqual(answers.map(() => refusedOutcome));
    expect(await requestWithToken(old, "/portal/profile")).toEqual(signInOutcome);
    expect(await isServed(client)).toBe(true);
  });

  test("is that of nobody, and forgotten, when half a minute is over", async () => {
    const { old, client } = await exchange();
    await passTime(tokenOf(client));
    expect(await requestWithToken(old)).toEqual(forgottenOutcome);
    expect(await isServed(client)).toBe(true);
  });

  test("can end what followed it, and what that was started from, by the button to sign out", async () => {
    const { old, client } = await exchange();
    const nextToken = tokenOf(client);
    const { status, forgets } = await requestWithToken(old, "/sign-out", "POST");
    expect([status, forgets]).toEqual([303, true]);
    expect(await requestWithToken(nextToken)).toEqual(forgottenOutcome);
    const rows = await query<{ live: number }>(
      `select count(*)::int as live from sessions s where revoked_at is null and exists (
         select 1 from sessions mine where $1::bytea in (mine.token_hash, mine.former_token_hash)
           and s.id in (mine.id, mine.parent_id))`,
      [sha256(nextToken)],
    );
    expect(rows).toEqual([{ live: 0 }]);
  });

  test("ends nothing by that button when half a minute is over", async () => {
    const { old, client } = await exchange();
    await passTime(tokenOf(client));
    expect((await requestWithToken(old, "/sign-out", "POST")).status).toBe(303);
    expect(await isServed(client)).toBe(true);
  });

  test("opens nothing after a sign-out in between, and nor does the next one", async () => {
    const { old, client } = await exchange();
    const nextToken = tokenOf(client);
    (await client.call(signOut)).reply();
    expect((await requestWithToken(old)).status).toBe(401);
    expect(await requestWithToken(nextToken)).toEqual(forgottenOutcome);
  });
});

describe("when the 30 minutes as somebody are over", () => {
  async function createExpiredImpersonation() {
    const impersonation = await impersonating();
    await query(
      "update sessions set expires_at = now() - interval '1 second' where actor_id = $1 and expires_at > now()",
      [impersonation.user.id],
    );
    return impersonation;
  }

  test("a call is refused, and the next page still leads back", async () => {
    const { token } = await createExpiredImpersonation();
    expect(await requestWithToken(token)).toEqual(refusedOutcome);
    const { status, gets = "" } = await requestWithToken(token, "/admin/orders");
    expect(status).toBe(302);
    expect(await isServed(createClient({ session: /=([\w-]+)/.exec(gets)?.[1] ?? "" }))).toBe(true);
  });

  test("one of 20 tabs gets the own session, and no other takes it away again", async () => {
    const { token } = await createExpiredImpersonation();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestWithToken(token, "/admin/orders")));
    expect(answers.filter(({ gets }) => gets !== undefined)).toHaveLength(1);
    expect(answers.filter(({ forgets }) => forgets)).toEqual([]);
  });

  test("the button to sign out ends the own session, too", async () => {
    const { token, user } = await createExpiredImpersonation();
    expect(await requestWithToken(token, "/sign-out", "POST")).toEqual({ status: 303, forgets: true, gets: undefined });
    const liveSessionsSql = "select id from sessions where user_id = $1 and revoked_at is null";
    expect(await query(liveSessionsSql, [user.id])).toEqual([]);
  });

  test("whose own session is over, too, is forgotten with the next page", async () => {
    const { token, user } = await createExpiredImpersonation();
    await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
    expect(await requestWithToken(token, "/admin/orders")).toEqual({ ...forgottenOutcome, status: 302 });
  });
});

test("a token that nobody ever had is forgotten at once, and so is one that was signed out", async () => {
  expect(await requestWithToken("never-a-token")).toEqual(forgottenOutcome);
  const { client, token } = await signedIn();
  (await client.call(signOut)).reply();
  expect(await requestWithToken(token)).toEqual(forgottenOutcome);
});

test("of tokens that were exchanged the database keeps what opens nothing", async () => {
  const { client, token } = await signedInAdmin();
  const { id } = await createUser();
  (await client.call(startImpersonation, { body: { user_id: id } })).reply();
  const rows = await query<{ former: string }>(
    "select encode(former_token_hash, 'hex') as former from sessions where user_id = $1 and former_token_hash is not null",
    [id],
  );
  expect(rows).toEqual([{ former: sha256(token).toString("hex") }]);
});
