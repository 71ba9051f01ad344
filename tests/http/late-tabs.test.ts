import { describe, expect, test } from "vitest";
import { endImpersonation, startImpersonation } from "../../worker/contract/v1/sso/impersonate-session.ts";
import { getSession, signIn, signOut } from "../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createUser, password, sha256 } from "../support/factories.ts";

/** The outcome of one request with a token: served or not, and whether its cookie is removed. */
async function late(session: string, path = "/v1/sso/session", method = "GET") {
  const answer = await createClient({ session }).fetch(path, { method });
  const cookies = answer.headers.getSetCookie().filter((line) => line.startsWith("__Host-session="));
  return {
    status: answer.status,
    forgets: cookies.some((line) => line.startsWith("__Host-session=;")),
    gets: cookies.find((line) => /^__Host-session=[\w-]/.test(line)),
  };
}
const refused = { status: 401, forgets: false, gets: undefined };
const forgotten = { status: 401, forgets: true, gets: undefined };
const toSignIn = { status: 302, forgets: false, gets: undefined };
const tokenOf = (client: Client) => client.cookies.get("__Host-session") ?? "";
const isServed = async (client: Client) => (await client.call(getSession)).status === 200;
const passTime = (token: string) =>
  query("update sessions set exchanged_at = now() - interval '31 seconds' where token_hash = $1", [sha256(token)]);

type Exchange = () => Promise<{ old: string; client: Client }>;

/** Each exchanges the token of a browser, in which a request of another tab is still on its way with the old one. */
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
    const answers = await Promise.all(Array.from({ length: 20 }, () => late(old)));
    expect(answers).toEqual(answers.map(() => refused));
    expect(await late(old, "/portal/profile")).toEqual(toSignIn);
    expect(await isServed(client)).toBe(true);
  });

  test("is that of nobody, and forgotten, when half a minute is over", async () => {
    const { old, client } = await exchange();
    await passTime(tokenOf(client));
    expect(await late(old)).toEqual(forgotten);
    expect(await isServed(client)).toBe(true);
  });

  test("can end what followed it, and what that was started from, by the button to sign out", async () => {
    const { old, client } = await exchange();
    const next = tokenOf(client);
    const { status, forgets } = await late(old, "/sign-out", "POST");
    expect([status, forgets]).toEqual([303, true]);
    expect(await late(next)).toEqual(forgotten);
    const rows = await query<{ live: number }>(
      `select count(*)::int as live from sessions s where revoked_at is null and exists (
         select 1 from sessions mine where $1::bytea in (mine.token_hash, mine.former_token_hash)
           and s.id in (mine.id, mine.parent_id))`,
      [sha256(next)],
    );
    expect(rows).toEqual([{ live: 0 }]);
  });

  test("ends nothing by that button when half a minute is over", async () => {
    const { old, client } = await exchange();
    await passTime(tokenOf(client));
    expect((await late(old, "/sign-out", "POST")).status).toBe(303);
    expect(await isServed(client)).toBe(true);
  });

  test("opens nothing after a sign-out in between, and nor does the next one", async () => {
    const { old, client } = await exchange();
    const next = tokenOf(client);
    (await client.call(signOut)).reply();
    expect((await late(old)).status).toBe(401);
    expect(await late(next)).toEqual(forgotten);
  });
});

describe("when the 30 minutes as somebody are over", () => {
  async function ranOut() {
    const acting = await impersonating();
    await query(
      "update sessions set expires_at = now() - interval '1 second' where actor_id = $1 and expires_at > now()",
      [acting.user.id],
    );
    return acting;
  }

  test("a call is refused, and the next page still leads back", async () => {
    const { token } = await ranOut();
    expect(await late(token)).toEqual(refused);
    const { status, gets = "" } = await late(token, "/admin/orders");
    expect(status).toBe(302);
    expect(await isServed(createClient({ session: /=([\w-]+)/.exec(gets)?.[1] ?? "" }))).toBe(true);
  });

  test("one of 20 tabs gets the own session, and no other takes it away again", async () => {
    const { token } = await ranOut();
    const answers = await Promise.all(Array.from({ length: 20 }, () => late(token, "/admin/orders")));
    expect(answers.filter(({ gets }) => gets !== undefined)).toHaveLength(1);
    expect(answers.filter(({ forgets }) => forgets)).toEqual([]);
  });

  test("the button to sign out ends the own session, too", async () => {
    const { token, user } = await ranOut();
    expect(await late(token, "/sign-out", "POST")).toEqual({ status: 303, forgets: true, gets: undefined });
    const live = "select id from sessions where user_id = $1 and revoked_at is null";
    expect(await query(live, [user.id])).toEqual([]);
  });

  test("whose own session is over, too, is forgotten with the next page", async () => {
    const { token, user } = await ranOut();
    await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
    expect(await late(token, "/admin/orders")).toEqual({ ...forgotten, status: 302 });
  });
});

test("a token that nobody ever had is forgotten at once, and so is one that was signed out", async () => {
  expect(await late("never-a-token")).toEqual(forgotten);
  const { client, token } = await signedIn();
  (await client.call(signOut)).reply();
  expect(await late(token)).toEqual(forgotten);
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
