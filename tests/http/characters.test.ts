import { expect, test } from "vitest";
import { listUsers } from "../../worker/contract/v1/admin/users.ts";
import { getLicenseAgreement } from "../../worker/contract/v1/sso/license-agreement.ts";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { finishSetUp, updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { createUser } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";

/** One character of two UTF-16 units that Unicode's normal forms leave unchanged. */
const letter = "\u{20000}";

test("a name of 32 characters is one, whatever alphabet they are of, and one of 33 is too long", async () => {
  const { client } = await signedIn();
  const longest = letter.repeat(32);
  const profile = (await client.call(updateProfile, { body: { first_name: longest, last_name: longest } })).reply();
  expect([profile.first_name, profile.last_name]).toEqual([longest, longest]);
  const refusal = await client.call(updateProfile, { body: { first_name: letter.repeat(33) } });
  expect(refusal.problems).toEqual(["first_name: First name must be at most 32 characters."]);
});

test("a password has 8 to 64 characters, however many units they take, and signs in", async () => {
  const user = await createUser({ state: "new" });
  const admin = (await signedInAdmin()).client;
  const browser = visitor();
  await openLink(browser, await createLink(admin, user.id, "verify:user-setup"));
  const agreement_version = (await browser.call(getLicenseAgreement)).headers.get("x-version");
  const setUp = (password: string) => browser.call(finishSetUp, { body: { password, agreement_version } });
  expect((await setUp(`a1!${letter.repeat(4)}`)).problems).toEqual([
    "password: Password must be at least 8 characters.",
  ]);
  expect((await setUp(`a1!${letter.repeat(62)}`)).problems).toEqual([
    "password: Password must be at most 64 characters.",
  ]);
  const longest = `a1!${letter.repeat(61)}`;
  expect((await setUp(longest)).status).toBe(200);
  const signInAnswer = await visitor().call(signIn, { body: { username: user.email, password: longest } });
  expect(signInAnswer.status).toBe(201);
});

test("free texts are counted alike: a search of 128 characters and a code of 6", async () => {
  const { client } = await signedInAdmin();
  const search = (count: number) => client.call(listUsers, { query: { search: letter.repeat(count) } });
  expect((await search(128)).status).toBe(200);
  expect((await search(129)).issues).toMatchObject([{ code: "too_big", path: ["search"] }]);
  const verify = (count: number) =>
    visitor().call(verifyCode, {
      body: { scope: "verify:user-setup", user_id: crypto.randomUUID(), code: letter.repeat(count) },
    });
  expect((await verify(6)).errcode).toBe("INVALID_VERIFICATION_CODE");
  expect((await verify(7)).issues).toMatchObject([{ code: "too_big", path: ["code"] }]);
});
