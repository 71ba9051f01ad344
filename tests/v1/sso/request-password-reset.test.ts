import { describe, expect, test } from "vitest";
import {
  requestPasswordReset as requestReset,
  finishPasswordReset as setPassword,
} from "../../../worker/contract/v1/sso/password-reset.ts";
import { visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { emailCases, formatProblems } from "../../support/field-messages.ts";
import { openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { openResetLink } from "./links.ts";

const newPassword = "Newer-5678?#";

describe("asking for a reset", () => {
  test("mails a link to the screen where the new password is set, which lives an hour", async () => {
    const user = await createUser();
    expect((await visitor().call(requestReset, { body: { email: ` ${user.email.toUpperCase()} ` } })).reply()).toEqual({
      success: true,
    });
    const link = await waitForLink(user.email, "Reset your CrunchBox password");
    expect(link).toMatchObject({ scope: "verify:email-password-reset", user_id: user.id });
    const [row] = await query<{ s: number }>(
      "select extract(epoch from expires_at - created_at)::float as s from verification_codes where user_id = $1",
      [user.id],
    );
    expect(row?.s).toBeCloseTo(3600, 0);
  });

  test.each([
    ["an unknown address", async () => uniqueEmail()],
    ["an inactive person", async () => (await createUser({ state: "inactive" })).email],
  ])("of %s gets the same answer, and nothing is sent", async (_what, createEmail) => {
    const email = await createEmail();
    const startedAt = performance.now();
    const answer = await visitor().call(requestReset, { body: { email } });
    // The answer takes at least 150 ms; the clocks of two processes may differ by a few milliseconds.
    expect(performance.now() - startedAt).toBeGreaterThan(145);
    const userAnswer = await visitor().call(requestReset, { body: { email: (await createUser()).email } });
    expect([answer.status, answer.text, [...answer.headers.keys()]]).toEqual([
      userAnswer.status,
      userAnswer.text,
      [...userAnswer.headers.keys()],
    ]);
    expect(await query("select 1 from outbox where recipient = $1", [email])).toEqual([]);
  });

  test("of a person who never finished set-up mails a fresh set-up link instead", async () => {
    const user = await createUser({ state: "new" });
    (await visitor().call(requestReset, { body: { email: user.email } })).reply();
    expect(await waitForLink(user.email)).toMatchObject({ scope: "verify:user-setup", user_id: user.id });
  });

  test("again voids the older link", async () => {
    const user = await createUser();
    const first = await openResetLink(user);
    (await visitor().call(requestReset, { body: { email: user.email } })).reply();
    await expect.poll(async () => (await sandbox.mailsTo(user.email)).length).toBe(2);
    expect((await openLink(visitor(), first.link)).errcode).toBe("INVALID_VERIFICATION_CODE");
    const answer = await first.client.call(setPassword, { body: { new_password: newPassword } });
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT_MSG"]);
  });

  test("again voids the older link that was opened in its last minute, too", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    await query("update verification_codes set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);
    (await visitor().call(requestReset, { body: { email: user.email } })).reply();
    const answer = await client.call(setPassword, { body: { new_password: newPassword } });
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT_MSG"]);
  });

  test.each(emailCases)("with an address that is %s is refused", async (_what, email, messages) => {
    const answer = await visitor().call(requestReset, { body: { email } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems("email", messages));
  });
});
