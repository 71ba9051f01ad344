import { describe, expect, test } from "vitest";
import { inactivateUser, reactivateUser } from "../../worker/contract/v1/admin/users.ts";
import { startImpersonation } from "../../worker/contract/v1/sso/impersonate-session.ts";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { signIn, signOut, getSession } from "../../worker/contract/v1/sso/session.ts";
import { requestEmailChange, confirmEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { type Actor, signedInAdmin, visitor } from "../support/actors.ts";
import { type Client, createClient } from "../support/client.ts";
import { type RowLock, hold, query } from "../support/database.ts";
import { requestCode, requestTokens } from "../support/desktop.ts";
import { createSession, createUser, password, sha256, type TestUser, uniqueEmail } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { sandbox } from "../support/sandbox.ts";

const pollOptions = { interval: 10 };
type Change = () => Promise<number>;

/** Prepares changes that end all sessions of a user; each returns a function that makes the change. */
const changes: Record<string, (user: TestUser) => Promise<Change>> = {
  "an email change": async (user) => {
    const session = createClient({ session: await createSession(user.id) });
    (await session.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
    const browser = visitor();
    const link = await createLink((await signedInAdmin()).client, user.id, "verify:email-change");
    (await openLink(browser, link)).reply();
    return async () => (await browser.call(confirmEmailChange)).status;
  },
  "an inactivation and a reactivation": async (user) => {
    const { client } = await signedInAdmin();
    return async () => {
      const { status } = await client.call(inactivateUser, { params: { user_id: user.id } });
      await client.call(reactivateUser, { params: { user_id: user.id } });
      return status;
    };
  },
  "a password reset": async (user) => {
    const browser = visitor();
    (await openLink(browser, await createLink((await signedInAdmin()).client, user.id))).reply();
    return async () => (await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).status;
  },
};

test.each(Object.entries(changes))(
  "of six sign-ins that %s overtakes none leaves a session behind",
  async (_what, prepare) => {
    const user = await createUser();
    const change = await prepare(user);
    const browsers = Array.from({ length: 6 }, () => createClient());
    const pendingSignIn = Promise.all(
      browsers.map((browser) => browser.call(signIn, { body: { username: user.email, password } })),
    );
    const listSignIns = () => query("select 1 from audit_log where action = 'signIn' and subject_id = $1", [user.id]);
    await expect.poll(async () => (await listSignIns()).length).toBeGreaterThan(0);
    const sessionsBefore = browsers
      .filter((browser) => browser.cookies.has("__Host-session"))
      .map((each) => each.cookies.get("__Host-session"));
    expect(await change()).toBe(200);
    await pendingSignIn;
    for (const session of sessionsBefore) {
      expect((await createClient({ session: session ?? "" }).call(getSession)).status).toBe(401);
    }
  },
);

test.each(Object.entries(changes))(
  "a sign-in with the right password that is written down after %s leaves no session behind",
  async (_what, prepare) => {
    const user = await createUser();
    const change = await prepare(user);
    const browser = visitor();
    const { arrived, release } = await sandbox.holdBack(user.id);
    const pendingSignIn = browser.call(signIn, { body: { username: user.email, password } });
    await arrived();
    expect(await change()).toBe(200);
    await release();
    await pendingSignIn;
    expect((await browser.call(getSession)).status).toBe(401);
  },
);

test.each(Object.entries(changes).slice(0, 2))(
  "a sign-in that is just being written down when %s comes leaves no session behind",
  async (_what, prepare) => {
    const user = await createUser();
    const change = await prepare(user);
    const browser = visitor();
    (await browser.call(signIn, { body: { username: user.email, password } })).reply();
    const device = browser.cookies.get("__Host-device") ?? "";
    // The sign-in has created its session and waits to record the known browser when the change comes.
    const lock = await hold("select 1 from known_browsers where token_hash = $1 for update", [sha256(device)]);
    const pendingSignIn = browser.call(signIn, { body: { username: user.email, password } });
    await expect.poll(async () => (await lock.waiting()).join(), pollOptions).toMatch(/known_browsers/);
    const pendingChange = change();
    await expect.poll(async () => (await lock.waiting()).join(), pollOptions).toMatch(/update users/);
    await lock.release();
    const [{ status }, changeStatus] = await Promise.all([pendingSignIn, pendingChange]);
    expect(changeStatus).toBe(200);
    if (status === 201) expect((await browser.call(getSession)).status).toBe(401);
  },
);

const findSessionId = async (token: string): Promise<string> =>
  (await query<{ id: string }>("select id from sessions where token_hash = $1", [sha256(token)]))[0]?.id ?? "";

/** The browser of an administrator after it has started, or tried to start, to act as a customer. */
async function impersonate({ token }: { token: string }): Promise<Client> {
  const browser = createClient({ session: token });
  await browser.call(startImpersonation, { body: { user_id: (await createUser()).id } });
  return browser;
}

/** Clients that gain further access from an existing session. */
const uses: Record<string, (admin: Actor) => Promise<Client>> = {
  "the start of an impersonation": impersonate,
  "a code for the desktop app": async ({ client }) => {
    const { code, code_verifier } = await requestCode(client);
    const answer = await requestTokens({ code, code_verifier });
    return createClient({ bearer: answer.status === 200 ? answer.reply().access_token : "none" });
  },
};

test.each(Object.entries(uses))(
  "%s that signing out everywhere overtakes leaves nothing that is served",
  async (_what, use) => {
    const admin = await signedInAdmin();
    const otherBrowser = createClient({ session: await createSession(admin.user.id) });
    // The session is valid when it is read, but has ended when the use writes its result.
    const { arrived, release } = await sandbox.holdBack(await findSessionId(admin.token));
    const pendingUse = use(admin);
    await arrived();
    expect((await otherBrowser.fetch("/sign-out-everywhere", { method: "POST" })).status).toBe(303);
    await release();
    expect((await (await pendingUse).call(getSession)).status).toBe(401);
  },
);

describe("signing out while the same browser starts to impersonate leaves nothing that is served", () => {
  const waitUntilBlocked = (rowLock: RowLock, statement: RegExp) =>
    expect.poll(async () => (await rowLock.waiting()).join(), pollOptions).toMatch(statement);

  test("when the sign-out comes first", async () => {
    const { client, token } = await signedInAdmin();
    const { arrived, release } = await sandbox.holdBack(await findSessionId(token));
    const pendingStart = impersonate({ token });
    await arrived();
    expect((await client.call(signOut)).status).toBe(200);
    await release();
    expect((await (await pendingStart).call(getSession)).status).toBe(401);
  });

  test("when the start comes first", async () => {
    const { client, token } = await signedInAdmin();
    const lock = await hold("select 1 from sessions where token_hash = $1 for update", [sha256(token)]);
    const pendingStart = impersonate({ token });
    await waitUntilBlocked(lock, /parked as/);
    const pendingSignOut = client.call(signOut);
    await waitUntilBlocked(lock, /with ended as/);
    await lock.release();
    expect((await pendingSignOut).status).toBe(200);
    expect((await (await pendingStart).call(getSession)).status).toBe(401);
  });
});
