import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { verifyCode } from "../../../worker/contract/v1/sso/verification.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { createUser } from "../../support/factories.ts";
import { createLink } from "../../support/inbox.ts";

const fresh = "n".repeat(48);
let rotated: LoggedWorker;
let finished: LoggedWorker;

beforeAll(async () => {
  const { CODE_PEPPER = "" } = inject("workerVars");
  [rotated, finished] = await Promise.all([
    startSecondWorker({ CODE_PEPPER: fresh, CODE_PEPPER_PREVIOUS: CODE_PEPPER }),
    startSecondWorker({ CODE_PEPPER: fresh }),
  ]);
});
afterAll(() => Promise.all([rotated?.stop(), finished?.stop()]));

const open = async (worker: LoggedWorker, link: { user_id: string; code: string }) => {
  const { user_id, code } = link;
  const answer = await createClient({ url: worker.url }).call(verifyCode, {
    body: { scope: "verify:user-setup", user_id, code },
  });
  return answer.errcode ?? answer.status;
};

test("a link that was mailed before CODE_PEPPER changed opens as long as the value before is known, and not after", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createUser({ state: "new" });
  const link = await createLink(client, id, "verify:user-setup");
  expect(await open(finished, link)).toBe("INVALID_VERIFICATION_CODE");
  expect(await open(rotated, link)).toBe(200);
});

test("a link of after the change opens with and without the value before", async () => {
  const { token } = await signedInAdmin();
  const { id } = await createUser({ state: "new" });
  const link = await createLink(createClient({ url: rotated.url, session: token }), id, "verify:user-setup");
  expect(await open(rotated, link)).toBe(200);
  expect(await open(finished, link)).toBe(200);
});
