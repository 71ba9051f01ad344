import { describe, expect, test } from "vitest";
import * as requests from "../../worker/contract/v1/admin/account-requests.ts";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { requestEmailChange, finishSetUp, confirmEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { type Answer, type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createProduct,
  createUser,
  uniqueEmail,
} from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { sampleCount } from "../support/by-night.ts";
import { sandbox } from "../support/sandbox.ts";
import { fetchLicenseVersion } from "./sso/links.ts";

const runParallel = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const filterSuccesses = (answers: Answer[]): Answer[] => answers.filter((answer) => answer.status < 300);
const listErrcodes = (answers: Answer[]) => [...new Set(answers.flatMap((answer) => answer.errcode ?? []))].toSorted();

function copyBrowsers(client: Client, count: number): Client[] {
  return Array.from({ length: count }, () => {
    const copy = createClient();
    copy.cookies.set("__Host-verify", client.cookies.get("__Host-verify") ?? "");
    return copy;
  });
}

async function openEmailChange(new_email = uniqueEmail()): Promise<Client> {
  const [actor, admin, browser] = [await signedIn(), await signedInAdmin(), visitor()];
  (await actor.client.call(requestEmailChange, { body: { new_email } })).reply();
  (await openLink(browser, await createLink(admin.client, actor.user.id, "verify:email-change"))).reply();
  return browser;
}

async function openCodeLink(
  scope: "verify:email-password-reset" | "verify:user-setup",
  user_id: string,
): Promise<Client> {
  const browser = visitor();
  (await openLink(browser, await createLink((await signedInAdmin()).client, user_id, scope))).reply();
  return browser;
}

const parallelUses = sampleCount({ day: 12, night: 32 });

describe(`a one-time secret used ${parallelUses} times at once works once`, () => {
  const codes = sampleCount({ day: 3, night: 20 });

  test("to confirm an email change: as many successes as codes", async () => {
    for (let code = 0; code < codes; code += 1) {
      const browsers = copyBrowsers(await openEmailChange(), parallelUses);
      const answers = await Promise.all(browsers.map((browser) => browser.call(confirmEmailChange)));
      expect([filterSuccesses(answers).length, listErrcodes(answers)]).toEqual([1, ["INVALID_JWT_MSG"]]);
    }
  });

  test.each([
    [
      "set a new password",
      "verify:email-password-reset",
      finishPasswordReset,
      (word: string) => ({ new_password: word }),
    ],
    [
      "set up",
      "verify:user-setup",
      finishSetUp,
      (word: string, agreement_version: string) => ({ password: word, agreement_version }),
    ],
  ] as const)(
    "to %s: as many successes as codes, and the winner's password is the password",
    async (_what, scope, spec, bodyOf) => {
      for (let code = 0; code < sampleCount({ day: 1, night: 3 }); code += 1) {
        const user = await createUser();
        const browsers = copyBrowsers(await openCodeLink(scope, user.id), parallelUses);
        const version = await fetchLicenseVersion();
        const answers = await Promise.all(
          browsers.map((browser, index) => browser.call(spec, { body: bodyOf(`Word-${index}-1234!`, version) })),
        );
        expect([filterSuccesses(answers).length, listErrcodes(answers)]).toEqual([1, ["INVALID_JWT_MSG"]]);
        const winner = answers.findIndex((answer) => answer.status === 200);
        expect(
          (await visitor().call(signIn, { body: { username: user.email, password: `Word-${winner}-1234!` } })).status,
        ).toBe(201);
      }
    },
  );
});

const guesses = sampleCount({ day: 40, night: 200 });

describe(`guessing a code ${guesses} times at once`, () => {
  const describeAnswer = (answer: Answer) =>
    `${answer.status} ${answer.text} ${[...answer.headers.keys()].toSorted().join()} ${answer.set_cookies.join()}`;

  test("is compared at most five times, refused in the same words each time, and the right code is refused too", async () => {
    const user = await createUser();
    const link = await createLink((await signedInAdmin()).client, user.id);
    const wrongCode = (index: number) =>
      [...link.code].map((letter, at) => (at === index % 6 ? (letter === "Z" ? "Y" : "Z") : letter)).join("");
    const answers: Answer[] = await runParallel(guesses, (index) =>
      openLink(createClient(), { ...link, code: wrongCode(index) }),
    );
    const rightAnswer = await openLink(visitor(), link);
    expect([...new Set([...answers, rightAnswer].map(describeAnswer))]).toHaveLength(1);
    expect(rightAnswer.errcode).toBe("INVALID_VERIFICATION_CODE");
    const rows = await query("select attempts, token_hash from verification_codes where user_id = $1", [user.id]);
    expect(rows).toEqual([{ attempts: 5, token_hash: null }]);
  });
});

test("a code that a new one voids while it is being checked opens nothing", async () => {
  const { client: admin } = await signedInAdmin();
  const user = await createUser();
  const [browser, link] = [visitor(), await createLink(admin, user.id)];
  const [code] = await query<{ id: string }>("select id from verification_codes where user_id = $1", [user.id]);
  // The code is right, but is voided before its cookie is written.
  const { arrived, release } = await sandbox.holdBack(code?.id ?? "");
  const pendingAnswer = openLink(browser, link);
  await arrived();
  await createLink(admin, user.id);
  await release();
  const answer = await pendingAnswer;
  expect([answer.status, answer.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
  expect(browser.cookies.has("__Host-verify")).toBe(false);
});

test("a new password that is being written when a new link voids its own changes nothing", async () => {
  const { client: admin } = await signedInAdmin();
  const user = await createUser();
  const browser = await openCodeLink("verify:email-password-reset", user.id);
  const [code] = await query<{ id: string }>("select id from verification_codes where user_id = $1", [user.id]);
  const { arrived, release } = await sandbox.holdBack(code?.id ?? "");
  const pendingReset = browser.call(finishPasswordReset, { body: { new_password: "Word-1234!" } });
  await arrived();
  await createLink(admin, user.id);
  await release();
  expect((await pendingReset).errcode).toBe("INVALID_JWT_MSG");
  const answer = await visitor().call(signIn, { body: { username: user.email, password: "Word-1234!" } });
  expect([answer.status, answer.errcode]).toEqual([422, "INVALID_CREDENTIALS"]);
});

describe("an account request decided many times at once", () => {
  test("approved 20 times makes one user, one device and one mail", async () => {
    const [{ client }, request, organization, product] = await Promise.all([
      signedInAdmin(),
      createAccountRequest(),
      createOrganization(),
      createProduct(),
    ]);
    const body = { org_id: organization.id, roles: ["user"], serial_number: product.serial() };
    const answers = await runParallel(20, () =>
      client.call(requests.approveAccountRequest, { params: { request_id: request.id }, body }),
    );
    expect([filterSuccesses(answers).length, listErrcodes(answers)]).toEqual([1, ["ACC_REQUEST_APPROVED"]]);
    expect(await query("select 1 from users where email = $1", [request.email])).toHaveLength(1);
    expect(await query("select 1 from devices where org_id = $1", [organization.id])).toHaveLength(1);
    expect(
      (await query("select type from outbox where recipient = $1 order by type", [request.email])).map(
        (row) => row.type,
      ),
    ).toEqual(["userSetup"]);
  });

  test("approved and rejected is one of both, and a user exists only in the first case", async () => {
    const { client } = await signedInAdmin();
    const { id: org_id } = await createOrganization();
    for (let round = 0; round < 5; round += 1) {
      const request = await createAccountRequest();
      const params = { request_id: request.id };
      const [approved, rejected] = await Promise.all([
        client.call(requests.approveAccountRequest, { params, body: { org_id, roles: ["user"] } }),
        client.call(requests.rejectAccountRequest, { params }),
      ]);
      expect([approved.status, rejected.status].toSorted()).toEqual([200, 422]);
      const users = await query("select 1 from users where email = $1", [request.email]);
      expect(users).toHaveLength(approved.status === 200 ? 1 : 0);
    }
  });

  test("in two lists of opposite order is decided by one of them, never stuck", async () => {
    const { client } = await signedInAdmin();
    const { id: org_id } = await createOrganization();
    for (let round = 0; round < 5; round += 1) {
      const ids = (await runParallel(6, () => createAccountRequest())).map((request) => request.id);
      const answers: Answer[] = await Promise.all([
        client.call(requests.approveAccountRequests, { body: { request_ids: ids, org_id, roles: ["user"] } }),
        client.call(requests.rejectAccountRequests, { body: { request_ids: ids.toReversed() } }),
      ]);
      expect(filterSuccesses(answers)).toHaveLength(1);
      const rows = await query("select distinct status from account_requests where id = any($1)", [ids]);
      expect(rows).toHaveLength(1);
    }
  });

  test("two organizations that claim the same device at once: one gets it", async () => {
    const { client } = await signedInAdmin();
    const serial_number = (await createProduct()).serial();
    const answers = await runParallel(10, async () => {
      const [request, organization] = await Promise.all([createAccountRequest(), createOrganization()]);
      const body = { org_id: organization.id, roles: ["user"], serial_number };
      return client.call(requests.approveAccountRequest, { params: { request_id: request.id }, body });
    });
    expect([filterSuccesses(answers).length, listErrcodes(answers)]).toEqual([
      1,
      ["PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"],
    ]);
  });
});

describe("two changes at once", () => {
  test("two people who confirm the same new address: one gets it", async () => {
    const new_email = uniqueEmail();
    const browsers = await runParallel(4, () => openEmailChange(new_email));
    const answers = await Promise.all(browsers.map((browser) => browser.call(confirmEmailChange)));
    expect([filterSuccesses(answers).length, listErrcodes(answers)]).toEqual([1, ["USR_EMAIL_EXISTS"]]);
    expect(await query("select 1 from users where email = $1", [new_email])).toHaveLength(1);
  });
});
