import { describe, expect, test } from "vitest";
import { endUserSession, endUserSessions, listUserSessions } from "../../../worker/contract/v1/admin/user-sessions.ts";
import { inactivateUser, reactivateUser, updateUser } from "../../../worker/contract/v1/admin/users.ts";
import { finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { getSession, signOut } from "../../../worker/contract/v1/sso/session.ts";
import { confirmEmailChange, requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { refreshTokens, signInWithDesktop } from "../../support/desktop.ts";
import { sha256, uniqueEmail } from "../../support/factories.ts";
import { createLink, openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const refusedResult = [422, "INVALID_VERIFICATION_CODE"];
const dayMs = 24 * 3600_000;
const isServed = async (access_token: string) =>
  (await createClient({ bearer: access_token }).call(getSession)).status === 200;
const passDay = (user_id: string) =>
  query(
    `update sessions set last_seen_at = last_seen_at - interval '1 day', created_at = created_at - interval '1 day',
      expires_at = expires_at - interval '1 day', refresh_expires_at = refresh_expires_at - interval '1 day'
    where user_id = $1 and kind = 'bearer'`,
    [user_id],
  );
const listReuseEntries = (user_id: string) =>
  query("select org_id from audit_log where action = 'endReusedSession' and subject_id = $1", [user_id]);

describe("a refresh token", () => {
  test("answers a new pair, which replaces the old one and ends 30 days after the sign-in, not later", async () => {
    const { user, tokens } = await signInWithDesktop();
    expect(Math.abs(Date.parse(tokens.refresh_expires_at) - Date.now() - 30 * dayMs)).toBeLessThan(60_000);
    const answer = await refreshTokens(tokens.refresh_token);
    const nextTokens = answer.reply();
    expect(answer.set_cookies).toEqual([]);
    expect(nextTokens).toMatchObject({ token_type: "Bearer", refresh_expires_at: tokens.refresh_expires_at });
    expect(Math.abs(Date.parse(nextTokens.expires_at) - Date.now() - 3600_000)).toBeLessThan(60_000);
    const allTokens = [tokens, nextTokens].flatMap((pair) => [pair.access_token, pair.refresh_token]);
    expect(new Set(allTokens).size).toBe(4);
    expect([await isServed(tokens.access_token), await isServed(nextTokens.access_token)]).toEqual([false, true]);
    expect((await createClient({ bearer: nextTokens.access_token }).call(getSession)).reply().user_id).toBe(user.id);
  });

  test("keeps the app signed in overnight and through a chain of renewals", async () => {
    const { user, tokens } = await signInWithDesktop();
    let { refresh_token, access_token } = tokens;
    for (let day = 0; day < 3; day += 1) {
      await passDay(user.id);
      expect(await isServed(access_token)).toBe(false);
      ({ refresh_token, access_token } = (await refreshTokens(refresh_token)).reply());
      expect(await isServed(access_token)).toBe(true);
    }
  });

  test("near its end makes an access token that lives no longer than it could", async () => {
    const { user, tokens } = await signInWithDesktop();
    await query(
      "update sessions set refresh_expires_at = now() + interval '10 minutes' where user_id = $1 and kind = 'bearer'",
      [user.id],
    );
    const { expires_at, refresh_expires_at } = (await refreshTokens(tokens.refresh_token)).reply();
    expect(expires_at).toBe(refresh_expires_at);
  });

  test("is stored as a hash alone", async () => {
    const { tokens } = await signInWithDesktop();
    const rows = await query("select * from refresh_tokens where token_hash = $1", [sha256(tokens.refresh_token)]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token);
  });

  test("that is unknown, expired, used or of an ended session is refused alike", async () => {
    const [expiredApp, usedApp, endedApp] = [
      await signInWithDesktop(),
      await signInWithDesktop(),
      await signInWithDesktop(),
    ];
    await query("update sessions set refresh_expires_at = now() where user_id = $1 and kind = 'bearer'", [
      expiredApp.user.id,
    ]);
    await refreshTokens(usedApp.tokens.refresh_token);
    await endedApp.desktop.call(signOut, { headers: { "sec-fetch-site": null } });
    const answers = await Promise.all(
      [
        "A".repeat(43),
        "",
        expiredApp.tokens.refresh_token,
        usedApp.tokens.refresh_token,
        endedApp.tokens.refresh_token,
      ].map(refreshTokens),
    );
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual(answers.map(() => refusedResult));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("is no access token, and an access token is none", async () => {
    const { tokens } = await signInWithDesktop();
    expect(await isServed(tokens.refresh_token)).toBe(false);
    expect((await refreshTokens(tokens.access_token)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await isServed(tokens.access_token)).toBe(true);
  });
});

describe("a refresh token that comes a second time", () => {
  test("ends all tokens of its family, is recorded and told to the person once", async () => {
    const { user, tokens } = await signInWithDesktop();
    const second = (await refreshTokens(tokens.refresh_token)).reply();
    const third = (await refreshTokens(second.refresh_token)).reply();
    for (let time = 0; time < 3; time += 1)
      expect((await refreshTokens(tokens.refresh_token)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await isServed(third.access_token)).toBe(false);
    expect((await refreshTokens(third.refresh_token)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await listReuseEntries(user.id)).toEqual([{ org_id: user.org_id }]);
    const { text } = await sandbox.waitForMail(user.email, "Flowpoint was signed out");
    expect(text).toContain("used twice");
    expect(
      await query("select 1 from outbox where user_id = $1 and type = 'desktopSignedOut'", [user.id]),
    ).toHaveLength(1);
  });

  test("leaves the browser and other desktop apps of the person alone", async () => {
    const actor = await signInWithDesktop();
    const other = await signInWithDesktop(actor);
    await refreshTokens(actor.tokens.refresh_token);
    await refreshTokens(actor.tokens.refresh_token);
    expect((await actor.client.call(getSession)).status).toBe(200);
    expect(await isServed(other.tokens.access_token)).toBe(true);
    expect((await refreshTokens(other.tokens.refresh_token)).status).toBe(200);
  });

  test("twenty times at once: one wins at most, and the family is over afterwards", async () => {
    const { user, tokens } = await signInWithDesktop();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshTokens(tokens.refresh_token)));
    const winners = answers.filter(({ status }) => status === 200).map((answer) => answer.reply());
    expect(winners.length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20 - winners.length);
    for (const { access_token, refresh_token } of winners) {
      expect(await isServed(access_token)).toBe(false);
      expect((await refreshTokens(refresh_token)).errcode).toBe("INVALID_VERIFICATION_CODE");
    }
    expect(await listReuseEntries(user.id)).toHaveLength(1);
  });

  test("while the newest is used leaves nothing that is served", async () => {
    for (let time = 0; time < 10; time += 1) {
      const { tokens } = await signInWithDesktop();
      const nextTokens = (await refreshTokens(tokens.refresh_token)).reply();
      const [, answer] = await Promise.all([
        refreshTokens(tokens.refresh_token),
        refreshTokens(nextTokens.refresh_token),
      ]);
      const remainingTokens = answer.status === 200 ? answer.reply() : nextTokens;
      expect(await isServed(remainingTokens.access_token)).toBe(false);
      expect((await refreshTokens(remainingTokens.refresh_token)).status).toBe(422);
    }
  });
});

type EndSession = (actor: Actor & { desktop: ReturnType<typeof createClient> }) => Promise<unknown>;
const sessionEndings: Record<string, EndSession> = {
  "the app signs out": ({ desktop }) => desktop.call(signOut, { headers: { "sec-fetch-site": null } }),
  "the person signs out everywhere": ({ client }) => client.fetch("/sign-out-everywhere", { method: "POST" }),
  "an administrator signs the person out": async ({ user }) =>
    (await signedInAdmin()).client.call(endUserSessions, { params: { user_id: user.id } }),
  "the person gets other roles": async ({ user }) =>
    (await signedInAdmin()).client.call(updateUser, {
      params: { user_id: user.id },
      body: { roles: ["buyer", "user"] },
    }),
  "the person sets a new password": async ({ user }) => {
    const browser = visitor();
    await openLink(browser, await createLink((await signedInAdmin()).client, user.id));
    return browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } });
  },
  "the person changes their address": async ({ client }) => {
    const new_email = uniqueEmail();
    await client.call(requestEmailChange, { body: { new_email } });
    const browser = visitor();
    await openLink(browser, await waitForLink(new_email));
    return browser.call(confirmEmailChange, {});
  },
  "the person is inactivated and reactivated": async ({ user }) => {
    const { client } = await signedInAdmin();
    await client.call(inactivateUser, { params: { user_id: user.id } });
    return client.call(reactivateUser, { params: { user_id: user.id } });
  },
};

describe("a session of the desktop app", () => {
  test.each(Object.entries(sessionEndings))("is over with its refresh token when %s", async (_what, change) => {
    const actor = await signInWithDesktop();
    await change(actor);
    expect(await isServed(actor.tokens.access_token)).toBe(false);
    expect((await refreshTokens(actor.tokens.refresh_token)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await listReuseEntries(actor.user.id), "an end is no reuse").toEqual([]);
  });

  test("goes on when the browser in which it was started signs out", async () => {
    const { client, tokens } = await signInWithDesktop();
    await client.call(signOut);
    expect((await refreshTokens(tokens.refresh_token)).status).toBe(200);
  });

  test("is one entry for the person and administrators, also between two access tokens, and each can end it", async () => {
    const { client: admin } = await signedInAdmin();
    for (const end of ["person", "administrator", "everywhere"] as const) {
      const { client, user, tokens } = await signInWithDesktop();
      const { refresh_token } = (await refreshTokens(tokens.refresh_token)).reply();
      await passDay(user.id);
      const html = await (await client.fetch("/portal/sessions")).text();
      expect(html.match(/<strong>Flowpoint desktop app<\/strong>/g)).toHaveLength(1);
      const params = { user_id: user.id };
      const { data } = (await admin.call(listUserSessions, { params })).reply();
      const [bearerSession] = data.filter(({ kind }) => kind === "bearer");
      expect(data).toHaveLength(2);
      const session_id = bearerSession?.id ?? "";
      if (end === "person")
        await client.fetch("/portal/sessions/end", { method: "POST", body: new URLSearchParams({ session_id }) });
      if (end === "administrator") await admin.call(endUserSession, { params: { user_id: user.id, session_id } });
      if (end === "everywhere") {
        await query("update sessions set revoked_at = now() where user_id = $1 and kind = 'cookie'", [user.id]);
        await admin.call(endUserSessions, { params });
      }
      expect((await refreshTokens(refresh_token)).errcode, end).toBe("INVALID_VERIFICATION_CODE");
      expect((await admin.call(listUserSessions, { params })).reply().data.some(({ kind }) => kind === "bearer")).toBe(
        false,
      );
    }
  });
});
