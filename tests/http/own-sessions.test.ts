import { describe, expect, test } from "vitest";
import { signIn, getSession } from "../../worker/contract/v1/sso/session.ts";
import { type Actor, impersonating, signedIn, visitor } from "../support/actors.ts";
import { type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createSession, createUser, password } from "../support/factories.ts";
import { postForm } from "../support/forms.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function sessionTexts(client: Client): Promise<string[]> {
  const html = await (await client.fetch("/portal/sessions")).text();
  const list = /<ul class="sessions">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
  const toPlainText = (text: string) =>
    text
      .replace(/<form.*?<\/form>/gs, " ")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = ""]) => toPlainText(item).trim());
}

const setUserAgent = (userId: string, userAgent: string) =>
  query("update sessions set user_agent = $2 where user_id = $1", [userId, userAgent]);
const leave = (client: Client, headers = {}) => client.fetch("/sign-out-everywhere", { method: "POST", headers });
const isServed = async (client: Client) => (await client.call(getSession)).status === 200;

describe("the sessions page", () => {
  test("names every browser and app in which the person is signed in, this one first", async () => {
    const user = await createUser();
    const phone = visitor();
    const headers = { "user-agent": safari };
    (await phone.call(signIn, { body: { username: user.email, password }, headers })).reply();
    await createSession(user.id, "bearer");
    await query("update sessions set last_seen_at = now() - interval '3 hours' where user_id = $1", [user.id]);
    const currentBrowser = visitor();
    const ownHeaders = { "user-agent": firefox };
    (await currentBrowser.call(signIn, { body: { username: user.email, password }, headers: ownHeaders })).reply();
    const [first, ...others] = await sessionTexts(currentBrowser);
    expect(first).toMatch(/^Firefox on Windows This browser Last seen just now, signed in on \d+ \w+ \d{4}$/);
    expect(others.map((line) => line.replace(/, signed.*/, "")).toSorted()).toEqual([
      "Flowpoint desktop app Last seen 3 hours ago",
      "Safari on iPhone Last seen 3 hours ago",
    ]);
  });

  test.each([
    ["is over", "expires_at = now() - interval '1 second'"],
    ["was signed out", "revoked_at = now()"],
    ["rests for more than 12 hours", "last_seen_at = now() - interval '12 hours 1 second'"],
    ["ended with all others", "user_epoch = -1"],
  ])("does not name a session that %s", async (_, change) => {
    const { client, user } = await signedIn();
    await setUserAgent(user.id, firefox);
    await createSession(user.id);
    await query(
      `update sessions set user_agent = 'Other Firefox/1', ${change} where user_id = $1 and user_agent is null`,
      [user.id],
    );
    expect(await sessionTexts(client)).toEqual([expect.stringContaining("Firefox on Windows This browser")]);
  });

  test("never names a session of somebody else, not of the same organization either", async () => {
    const { client, user } = await signedIn();
    await setUserAgent(user.id, firefox);
    const colleague = await signedIn({ org_id: user.org_id });
    await setUserAgent(colleague.user.id, safari);
    expect(await sessionTexts(client)).toHaveLength(1);
    expect(await sessionTexts(colleague.client)).toEqual([expect.stringContaining("Safari on iPhone")]);
  });

  test("shows what a browser says about itself as text, and names what nobody knows", async () => {
    const { client, user } = await signedIn();
    await setUserAgent(user.id, "<script>alert(1)</script>");
    expect(await sessionTexts(client)).toEqual([expect.stringContaining("Unknown browser This browser")]);
  });

  test("keeps the list and the button from an administrator who acts as the person", async () => {
    const { client, customer } = await impersonating();
    const answer = await client.fetch("/portal/sessions");
    expect(answer.status).toBe(403);
    const html = await answer.text();
    expect(html).toContain(
      `You are acting as ${customer.first_name} ${customer.last_name}. This page is private to them`,
    );
    for (const page of [html, await (await client.fetch("/portal/profile")).text()]) {
      expect(page).not.toContain("Where you are signed in");
      expect(page).not.toContain("sign-out-everywhere");
    }
  });
});

describe("signing out one session", () => {
  const end = (client: Client, session_id: string) => postForm(client, "/portal/sessions/end", { session_id });
  const fetchSessionIds = async (client: Client): Promise<string[]> =>
    [...(await (await client.fetch("/portal/sessions")).text()).matchAll(/name="session_id" value="([^"]+)"/g)].map(
      ([, id = ""]) => id,
    );

  test("ends that one alone, tells so, and done twice changes nothing", async () => {
    const { client, user } = await signedIn();
    const other = createClient({ session: await createSession(user.id) });
    const [id = ""] = await fetchSessionIds(client);
    for (let round = 0; round < 2; round++) {
      const answer = await end(client, id);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/sessions"]);
    }
    expect(await (await client.fetch("/portal/sessions")).text()).toContain("That session is signed out.");
    expect([await isServed(client), await isServed(other)]).toEqual([true, false]);
    const rows = await query("select actor_id from audit_log where action = 'endSession' and subject_id = $1", [id]);
    expect(rows).toEqual([{ actor_id: user.id }]);
  });

  test("never ends somebody else's, and none at all for an administrator who acts as the person", async () => {
    const { client, user } = await signedIn();
    const colleague = await signedIn({ org_id: user.org_id });
    const [row] = await query<{ id: string }>("select id from sessions where user_id = $1", [colleague.user.id]);
    expect((await end(client, row?.id ?? "")).status).toBe(303);
    expect(await isServed(colleague.client)).toBe(true);
    const impersonation = await impersonating(colleague.user);
    expect((await end(impersonation.client, row?.id ?? "")).status).toBe(403);
    expect(await isServed(colleague.client)).toBe(true);
  });

  test("of an administrator also ends what they started from it", async () => {
    const impersonation = await impersonating();
    const own = createClient({ session: await createSession(impersonation.user.id) });
    for (const id of await fetchSessionIds(own)) await end(own, id);
    expect(await isServed(impersonation.client)).toBe(false);
  });
});

describe("signing out everywhere", () => {
  async function signInEverywhere(): Promise<Actor & { clients: Client[] }> {
    const actor = await signedIn();
    const [browser, app] = [await createSession(actor.user.id), await createSession(actor.user.id, "bearer")];
    return { ...actor, clients: [actor.client, createClient({ session: browser }), createClient({ bearer: app })] };
  }
  const checkServed = async ({ clients }: { clients: Client[] }) => Promise.all(clients.map(isServed));

  test("ends every session of the person at once, lands on sign-in and forgets the cookie", async () => {
    const person = await signInEverywhere();
    const answer = await leave(person.client);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in/crunchbox"]);
    expect(person.client.cookies.has("__Host-session")).toBe(false);
    const again = createClient({ session: person.token });
    expect(await checkServed({ clients: [again, ...person.clients] })).toEqual([false, false, false, false]);
  });

  test("touches nobody else", async () => {
    const person = await signInEverywhere();
    const colleague = await signedIn({ org_id: person.user.org_id });
    await leave(person.client);
    expect(await isServed(colleague.client)).toBe(true);
  });

  test("ends a session in which the person acts as somebody, and one in which an administrator acts as them", async () => {
    const { client, user, customer } = await impersonating();
    const [own, target] = [await createSession(user.id), await createSession(customer.id)];
    await leave(createClient({ session: own }));
    expect(await isServed(client)).toBe(false);
    const other = await impersonating(customer);
    await leave(createClient({ session: target }));
    expect(await isServed(other.client)).toBe(false);
  });

  test("leaves one audit row that names the person", async () => {
    const { client, user } = await signedIn();
    await leave(client);
    const rows = await query(
      "select actor_id, subject_type, org_id from audit_log where action = 'signOutEverywhere' and subject_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: user.id, subject_type: "user", org_id: user.org_id }]);
  });

  test("is refused to an administrator who acts as the person", async () => {
    const { client, customer } = await impersonating();
    const own = createClient({ session: await createSession(customer.id) });
    expect((await leave(client)).status).toBe(403);
    expect(await Promise.all([client, own].map(isServed))).toEqual([true, true]);
  });

  test("is refused when another site asks for it, and asks visitors to sign in", async () => {
    const person = await signInEverywhere();
    const foreignHeaders = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await leave(person.client, foreignHeaders)).status).toBe(403);
    const visitorAnswer = await leave(visitor());
    expect([visitorAnswer.status, visitorAnswer.headers.get("location")]).toEqual([303, "/sign-in/crunchbox"]);
    expect((await person.client.fetch("/sign-out-everywhere")).status).toBe(404);
    expect(await checkServed(person)).toEqual([true, true, true]);
  });
});
