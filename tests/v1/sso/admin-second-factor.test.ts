// Permissions of administrators without a second factor where ADMIN_SECOND_FACTOR is required (the default).
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { getOverview } from "../../../worker/contract/v1/admin/overview.ts";
import { endImpersonation, startImpersonation } from "../../../worker/contract/v1/sso/impersonate-session.ts";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn, signOut } from "../../../worker/contract/v1/sso/session.ts";
import { getProfile, updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { parseSettings } from "../../../worker/env.ts";
import { expectations, findCall } from "../../contract/calls/index.ts";
import { actorsOn } from "../../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser, factoriesOn, password } from "../../support/factories.ts";
import { addTotp } from "../../support/factors.ts";

const setUpAnswer = "403 SECOND_FACTOR_SETUP_REQUIRED";

/**
 * Calls that need no second factor: set-up, sign-out and the administrator's own user. Written by hand, never from
 * the code.
 */
const openCalls = new Set([
  "GET /v1/sso/session",
  "DELETE /v1/sso/session",
  "POST /v1/sso/session/refresh/options",
  "POST /v1/sso/session/refresh",
  "DELETE /v1/sso/impersonate-session",
  "GET /v1/sso/user",
  "GET /v1/sso/user/security",
  "POST /v1/sso/user/passkeys/options",
  "POST /v1/sso/user/passkeys",
  "POST /v1/sso/user/totp",
  "PUT /v1/sso/user/totp",
]);

let worker: LoggedWorker;
let actors: ReturnType<typeof actorsOn>;
beforeAll(async () => {
  worker = await startSecondWorker({ ADMIN_SECOND_FACTOR: "required" }, { is_queue_down: true });
  actors = actorsOn({ query, factories: factoriesOn(query), url: worker.url });
});
afterAll(() => worker?.stop());

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

test("what is open exists", () => {
  for (const call of openCalls) findCall(call);
});

const fetchAnswer = async (client: Client, call: string): Promise<string> => {
  const [method = "", pattern = ""] = call.split(" ");
  const answer = await client.fetch(
    pattern.replace(/\{\w+\}/g, () => randomUUID()),
    {
      method,
      ...(method === "GET" ? {} : { headers: { "content-type": "application/json" }, body: "{}" }),
    },
  );
  const text = await answer.text();
  return `${answer.status} ${text.startsWith("{") ? (JSON.parse(text).errcode ?? "") : ""}`.trim();
};

/** Calls that need a live session, recognized by INVALID_JWT as their answer to a revoked one. */
const sessionCalls = expectations
  .filter(({ expected }) => expected["revoked session"] === "401 INVALID_JWT")
  .map(({ call }) => call);

describe("an administrator without a second factor", () => {
  test("is refused by every call but those of the set-up", async () => {
    const { client } = await actors.signedInAdmin();
    const closedCalls = sessionCalls.filter((call) => !openCalls.has(call));
    expect(closedCalls.length).toBeGreaterThan(200);
    const answers = [];
    for (const call of closedCalls) answers.push([call, await fetchAnswer(client, call)]);
    expect(answers.filter(([, answer]) => answer !== setUpAnswer)).toEqual([]);
  });

  test("is led by every page and form to the page of the set-up", async () => {
    const { client } = await actors.signedInAdmin();
    const {
      endImpersonation: leave,
      enableTotp,
      signOut: out,
      signOutEverywhere,
      startTotp,
      security: own,
      totp,
      ...rest
    } = pages;
    expect([leave, enableTotp, out, signOutEverywhere, startTotp, own, totp].every(Boolean)).toBe(true);
    const areas = [pages.admin, pages.portal, pages.store];
    const paths = Object.values(rest).filter((path) => areas.some((area) => `${path}/`.startsWith(`${area}/`)));
    expect(paths.length).toBeGreaterThan(300);
    const redirectedPaths = [];
    const otherAnswers = [];
    for (const path of paths) {
      const address = path.replace(/:\w+/g, () => randomUUID());
      const page = await client.fetch(address, { headers: { "sec-fetch-dest": "document" } });
      await page.text();
      // Some paths answer only the POST of a form.
      const answer =
        page.status === 404 ? await client.fetch(address, { method: "POST", headers: formHeaders, body: "" }) : page;
      if (page !== answer) await answer.text();
      if (answer.headers.get("location") === pages.security) redirectedPaths.push(path);
      else otherAnswers.push(`${answer.status} ${path}`);
    }
    // Old addresses, frames and missing records answer 308 or 404.
    expect(otherAnswers.filter((each) => !/^(308|404) /.test(each))).toEqual([`303 ${pages.deviceUpdatesFile}`]);
    expect(redirectedPaths.length).toBeGreaterThan(300);
  });

  test("reads why on the page, sets an authenticator app up there, and the console opens", async () => {
    const { client, user } = await actors.signedInAdmin();
    const page = await (await client.fetch(pages.security)).text();
    expect(page).toContain("Administrators need a passkey or an authenticator app.");
    expect((await client.call(security.getSecurity)).reply().is_second_factor_required).toBe(true);
    await addTotp(client, user.id);
    expect((await client.call(getOverview)).status).toBe(200);
    expect((await client.fetch(pages.admin)).status).toBe(200);
    expect(await (await client.fetch(pages.security)).text()).not.toContain("Administrators need");
  });

  test("with an old sign-in proves it by the password first, in place", async () => {
    const { client, user } = await actors.signedInAdmin();
    await query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [user.id]);
    const post = (fields: object) =>
      client.fetch(pages.startTotp, {
        method: "POST",
        headers: formHeaders,
        body: new URLSearchParams({ ...fields }).toString(),
      });
    const question = await post({});
    expect([question.status, await question.text()]).toEqual([403, expect.stringContaining("Confirm that it is you")]);
    const startAnswer = await post({ "proof.password": password });
    expect([startAnswer.status, startAnswer.headers.get("location")]).toEqual([303, pages.totp]);
    expect((await client.fetch(pages.totp)).status).toBe(200);
    expect((await client.fetch(pages.admin)).headers.get("location")).toBe(pages.security);
  });

  test("signs in, reads who they are and signs out, and changes nothing of it", async () => {
    const user = await createUser({ roles: ["admin", "user"] });
    const client = createClient({ url: worker.url });
    expect((await client.call(signIn, { body: { username: user.email, password } })).status).toBe(201);
    expect((await client.call(getSession)).reply().user_id).toBe(user.id);
    expect((await client.call(getProfile)).reply().id).toBe(user.id);
    expect((await client.call(updateProfile, { body: { first_name: "Eve" } })).errcode).toBe(
      "SECOND_FACTOR_SETUP_REQUIRED",
    );
    expect((await client.call(signOut)).status).toBe(200);
    expect((await client.call(getSession)).status).toBe(401);
  });

  test("is refused in the desktop app, too", async () => {
    const { client } = await actors.signedIn({ roles: ["admin", "user"], is_house: true, kind: "bearer" });
    expect((await client.call(listOrders)).errcode).toBe("SECOND_FACTOR_SETUP_REQUIRED");
  });

  test("acts as nobody, and returns from acting when the second factor goes meanwhile", async () => {
    const admin = await actors.signedInAdmin();
    const customer = await createUser();
    const act = () => admin.client.call(startImpersonation, { body: { user_id: customer.id } });
    expect((await act()).errcode).toBe("SECOND_FACTOR_SETUP_REQUIRED");
    await addTotp(admin.client, admin.user.id);
    expect((await act()).status).toBe(201);
    expect((await admin.client.call(listOrders)).status).toBe(200);
    await query("delete from totp_secrets where user_id = $1", [admin.user.id]);
    expect((await admin.client.call(listOrders)).errcode).toBe("SECOND_FACTOR_SETUP_REQUIRED");
    expect((await admin.client.call(endImpersonation)).status).toBe(200);
    expect((await admin.client.call(getSession)).reply().user_id).toBe(admin.user.id);
  });

  test("has no right of a page's form", async () => {
    const { client } = await actors.signedInAdmin();
    const { id } = await factoriesOn(query).createOrganization();
    const answer = await client.fetch(`/admin/organizations/${id}/edit`, {
      method: "POST",
      headers: formHeaders,
      body: new URLSearchParams({ name: "Taken over" }).toString(),
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, pages.security]);
    expect(await query("select 1 from organizations where id = $1 and name = 'Taken over'", [id])).toEqual([]);
  });
});

test("customers need none", async () => {
  const { client } = await actors.signedIn({ roles: ["org", "buyer", "user"] });
  expect((await client.call(listOrders)).status).toBe(200);
  expect((await client.call(security.getSecurity)).reply().is_second_factor_required).toBe(false);
});

test("a deployment that does not set ADMIN_SECOND_FACTOR requires one", () => {
  const { ADMIN_SECOND_FACTOR: local, ...others } = inject("workerVars");
  expect(local).toBe("optional");
  expect(parseSettings(others).ADMIN_SECOND_FACTOR).toBe("required");
  expect(() => parseSettings({ ...others, ADMIN_SECOND_FACTOR: "no" })).toThrow(/ADMIN_SECOND_FACTOR/);
});

test("with ADMIN_SECOND_FACTOR=optional a password is enough", async () => {
  const { client } = await actorsOn({ query, factories: factoriesOn(query) }).signedInAdmin();
  expect((await client.call(getOverview)).status).toBe(200);
});
