import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { VerificationScope } from "../../../db/enums.ts";
import { requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { verifyCode } from "../../../worker/contract/v1/sso/verification.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { createLink, type Link, openLink } from "../../support/inbox.ts";

const wrongCode = (code: string): string => (code.startsWith("A") ? `B${code.slice(1)}` : `A${code.slice(1)}`);
const createResetLink = async () => createLink((await signedInAdmin()).client, (await createUser()).id);

async function createLinkFor(scope: VerificationScope): Promise<Link> {
  const admin = (await signedInAdmin()).client;
  if (scope !== "verify:email-change") return createLink(admin, (await createUser()).id, scope);
  const { client, user } = await signedIn();
  (await client.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
  return createLink(admin, user.id, scope);
}

describe("checking a code", () => {
  test.each(["verify:email-password-reset", "verify:user-setup", "verify:email-change"] as const)(
    "of %s sets the verification cookie",
    async (scope) => {
      const answer = await openLink(visitor(), await createLinkFor(scope));
      expect(answer.reply()).toEqual({ success: true });
      const attributes = (answer.set_cookies[0] ?? "").toLowerCase().split("; ");
      expect(attributes[0]).toMatch(/^__host-verify=[\w-]{43}$/);
      expect(attributes).toEqual(
        expect.arrayContaining(["httponly", "secure", "samesite=lax", "path=/", "max-age=900"]),
      );
    },
  );

  test("has six characters without look-alikes, compared without case", async () => {
    const link = await createResetLink();
    expect(link.code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    expect((await openLink(visitor(), { ...link, code: link.code.toLowerCase() })).status).toBe(200);
  });

  test("does not use it up: a reload of the page finds the link alive, however often", async () => {
    const link = await createResetLink();
    for (let load = 0; load < 8; load += 1) expect((await openLink(visitor(), link)).status).toBe(200);
  });

  test("a second time voids the cookie of the first", async () => {
    const link = await createResetLink();
    const [first, second] = [visitor(), visitor()];
    await openLink(first, link);
    await openLink(second, link);
    expect((await first.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).errcode).toBe(
      "INVALID_JWT_MSG",
    );
    expect((await second.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).status).toBe(200);
  });

  test("refuses the right code after five wrong ones, and says the same each time", async () => {
    const link = await createResetLink();
    const answers = [];
    for (let guess = 0; guess < 5; guess += 1)
      answers.push(await openLink(visitor(), { ...link, code: wrongCode(link.code) }));
    answers.push(await openLink(visitor(), link));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
    expect(answers.flatMap((answer) => answer.set_cookies)).toEqual([]);
  });

  test("lets the right code pass after four wrong ones", async () => {
    const link = await createResetLink();
    for (let guess = 0; guess < 4; guess += 1) await openLink(visitor(), { ...link, code: wrongCode(link.code) });
    expect((await openLink(visitor(), link)).status).toBe(200);
  });

  test("refuses a code that has expired", async () => {
    const link = await createResetLink();
    await query("update verification_codes set expires_at = now() - interval '1 second' where user_id = $1", [
      link.user_id,
    ]);
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("refuses the code of a deployment with another secret, so that a copy of the database makes no code", async () => {
    const otherWorker = await startSecondWorker({ CODE_PEPPER: "p".repeat(32) });
    try {
      const answer = await openLink(createClient({ url: otherWorker.url }), await createResetLink());
      expect([answer.status, answer.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
    } finally {
      await otherWorker.stop();
    }
  });

  test("refuses an unknown person like a wrong code", async () => {
    const link = await createResetLink();
    const unknownAnswer = await openLink(visitor(), { ...link, user_id: randomUUID() });
    const wrongAnswer = await openLink(visitor(), { ...link, code: wrongCode(link.code) });
    expect([unknownAnswer.status, unknownAnswer.text]).toEqual([wrongAnswer.status, wrongAnswer.text]);
  });

  test("refuses an inactive person like a wrong code", async () => {
    const link = await createResetLink();
    await query("update users set is_active = false where id = $1", [link.user_id]);
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("refuses the right code of one scope for another as INVALID_VERIFICATION_SCOPE", async () => {
    const answer = await openLink(visitor(), { ...(await createResetLink()), scope: "verify:user-setup" });
    expect([answer.status, answer.errcode]).toEqual([422, "INVALID_VERIFICATION_SCOPE"]);
  });

  test("counts a guess for another scope too", async () => {
    const link = await createResetLink();
    for (let guess = 0; guess < 5; guess += 1)
      await openLink(visitor(), { ...link, scope: "verify:user-setup", code: wrongCode(link.code) });
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("for an email change that nobody asked for is refused as NO_EMAIL_CHANGE_REQUEST", async () => {
    const answer = await openLink(visitor(), {
      url: "",
      scope: "verify:email-change",
      user_id: (await createUser()).id,
      code: "ABCDEF",
    });
    expect([answer.status, answer.errcode]).toEqual([422, "NO_EMAIL_CHANGE_REQUEST"]);
  });

  test("a new code voids the older one of that scope only", async () => {
    const admin = (await signedInAdmin()).client;
    const user = await createUser();
    const setUpLink = await createLink(admin, user.id, "verify:user-setup");
    const oldLink = await createLink(admin, user.id, "verify:email-password-reset");
    const newLink = await createLink(admin, user.id, "verify:email-password-reset");
    expect((await openLink(visitor(), oldLink)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect((await openLink(visitor(), newLink)).status).toBe(200);
    expect((await openLink(visitor(), setUpLink)).status).toBe(200);
  });
});

describe("a malformed check", () => {
  const body = () => ({ scope: "verify:user-setup", user_id: randomUUID(), code: "ABCDEF" });

  test("with a malformed person is refused as Invalid uuid.", async () => {
    const answer = await visitor().call(verifyCode, { body: { ...body(), user_id: "42" } });
    expect([answer.status, answer.problems]).toEqual([400, ["user_id: Invalid uuid."]]);
  });

  test.each([
    ["scope", "verify:everything"],
    ["scope", undefined],
    ["code", "ABCDEFG"],
    ["code", undefined],
    ["code", 123_456],
    ["user_id", undefined],
  ])("with the %s %j is refused with 400", async (field, value) => {
    const answer = await visitor().call(verifyCode, { body: { ...body(), [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.issues.map((issue) => issue.path)).toEqual([[field]]);
  });

  test.each(["", "A", "ABCDE", "ABC\u00c4EF", "😀😀😀"])(
    "with the code %j is refused, never a failure of ours",
    async (code) => {
      const answer = await visitor().call(verifyCode, {
        body: { ...body(), user_id: (await createResetLink()).user_id, code },
      });
      expect([400, 422]).toContain(answer.status);
    },
  );
});

describe("a verification cookie", () => {
  test("is not believed when another site makes the call", async () => {
    const client = visitor();
    (await openLink(client, await createResetLink())).reply();
    const answer = await client.call(finishPasswordReset, {
      body: { new_password: "Newer-5678!" },
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
  });
});
