import { describe, expect, test } from "vitest";
import { signIn } from "../../../worker/contract/v1/sso/session.ts";
import { visitor } from "../../support/actors.ts";
import { startOwnApp, startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { createUser, password } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

const noToken = { "x-captcha-token": null };
const credentialsOf = ({ email }: { email: string }) => ({ username: email, password });

describe("a browser in which the person signed in before", () => {
  const createKnownBrowser = async (url?: string) => {
    const [user, client] = [await createUser(), url ? createClient({ url }) : visitor()];
    (await client.call(signIn, { body: credentialsOf(user) })).reply();
    client.cookies.delete("__Host-session");
    return { user, client };
  };

  test("needs no token, and without the cookie nothing but a token or a code does", async () => {
    const { user, client } = await createKnownBrowser();
    expect((await client.call(signIn, { body: credentialsOf(user), headers: noToken })).status).toBe(201);
    const other = visitor();
    const answer = await other.call(signIn, { body: credentialsOf(user), headers: noToken });
    expect([answer.status, answer.errcode]).toEqual([401, "CAPTCHA_FAILED_MSG"]);
    other.cookies.set("__Host-device", "A".repeat(43));
    expect((await other.call(signIn, { body: credentialsOf(user), headers: noToken })).errcode).toBe(
      "CAPTCHA_FAILED_MSG",
    );
  });

  test("is known for that person alone", async () => {
    const { client } = await createKnownBrowser();
    const answer = await client.call(signIn, { body: credentialsOf(await createUser()), headers: noToken });
    expect(answer.errcode).toBe("CAPTCHA_FAILED_MSG");
  });

  test("has its own ten tries without a token, too", async () => {
    const worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1" });
    try {
      const { user, client } = await createKnownBrowser(worker.url);
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) {
        const body = { username: user.email, password: "Wrong-1234!" };
        statuses.push((await client.call(signIn, { body, headers: noToken })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(422), 429]);
      const otherBrowser = createClient({ url: worker.url });
      expect((await otherBrowser.call(signIn, { body: credentialsOf(user) })).status).toBe(201);
    } finally {
      await worker.stop();
    }
  });

  test("is not believed against a token that was refused", async () => {
    const { user, client } = await createKnownBrowser();
    const headers = { "x-captcha-token": "sandbox-fail" };
    expect((await client.call(signIn, { body: credentialsOf(user), headers })).errcode).toBe("CAPTCHA_FAILED_MSG");
  });

  test.each([
    ["answers 500", { kind: "status", value: 500 }],
    ["cuts the connection", { kind: "cut" }],
  ] as const)("signs in while the bot check's provider %s", async (_what, fault) => {
    const app = await startOwnApp();
    try {
      const client = createClient({ url: app.worker.url });
      const body = { username: "user@acme.test", password: "Demo-1234!" };
      (await client.call(signIn, { body })).reply();
      await sandboxAt(app.sandbox.url).addFault({ service: "captcha", times: 2, ...fault });
      expect((await client.call(signIn, { body })).status).toBe(201);
      expect((await createClient({ url: app.worker.url }).call(signIn, { body })).errcode).toBe("CAPTCHA_FAILED_MSG");
    } finally {
      await app.stop();
    }
  });
});
