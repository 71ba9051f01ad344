import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Endpoint } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { createAdminEmailChange } from "../../worker/contract/v1/admin/users.ts";
import { updatePasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { setUpUser, updateEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { impersonating, type Principal, principal, principals, signedInAdmin, visitor } from "../support/actors.ts";
import type { Client } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createAccountRequest, createUser, uniqueEmail } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { type Decision, expectations } from "./access-expectations.ts";
import { validInput } from "./valid-input.ts";

const find = (call: string): Endpoint => {
  const spec = endpoints.find(({ method, path }) => `${method} ${path}` === call);
  if (!spec) throw new Error(`there is no call ${call}`);
  return spec;
};

const nobody = () => ({ client: "crunchbox", user_id: randomUUID(), request_id: randomUUID() });

/** Calls without a usable body, so that what passes the guard changes nothing. */
async function decide(client: Client, spec: Endpoint): Promise<Decision> {
  const answer = await client.call(spec, { params: nobody(), ...(spec.body ? { body: {} } : {}) });
  if (answer.status === 302 && answer.headers.get("location")?.startsWith("/sign-in/")) return "to sign-in";
  if (answer.status === 401 || answer.status === 403) return `${answer.status} ${answer.errcode}`;
  return "passes";
}

test("somebody has decided about every call by hand", () => {
  const decided = expectations.map(({ call }) => call);
  expect(decided.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test.each(expectations)("$call lets exactly those in that may call it", async ({ call, expected }) => {
  const decideFor = async (name: Principal) => [name, await decide((await principal(name)).client, find(call))];
  const actual = Object.fromEntries(await Promise.all(principals.map(decideFor)));
  expect(actual).toEqual(expected);
});

/** The calls on other people's rows that refuse this caller. */
const refusedOnRows = (name: Principal) =>
  expectations
    .filter(({ expected }) => /^40[13]/.test(expected[name]))
    .filter(({ call }) =>
      /\{(user|request)_id\}|\/(approve|reject|impersonate-session)$|POST .*admin\/users$/.test(call),
    );

/** Everything of an organization that a call could change. */
const rowsOf = async (org_id: string, request_id: string) =>
  JSON.stringify([
    await query("select * from organizations where id = $1", [org_id]),
    await query("select * from users where org_id = $1 order by id", [org_id]),
    await query("select s.* from sessions s join users u on u.id = s.user_id where u.org_id = $1 order by s.id", [
      org_id,
    ]),
    await query(
      "select c.* from verification_codes c join users u on u.id = c.user_id where u.org_id = $1 order by c.id",
      [org_id],
    ),
    await query("select * from account_requests where id = $1", [request_id]),
    await query("select o.* from outbox o join users u on u.id = o.user_id where u.org_id = $1 order by o.id", [
      org_id,
    ]),
  ]);

test.each(principals)(
  "%s changes nothing of another organization where he is refused, with ids that exist and a right body",
  async (name) => {
    const victim = await createUser();
    const request = await createAccountRequest();
    const before = await rowsOf(victim.org_id, request.id);
    await Promise.all(
      refusedOnRows(name).map(async ({ call }) => {
        const spec = find(call);
        const { client } = await principal(name);
        const { params, body } = validInput(spec, {
          user_id: victim.id,
          org_id: victim.org_id,
          request_id: request.id,
        });
        const answer = await client.call(spec, { params, ...(body === undefined ? {} : { body }) });
        expect(`${answer.status} ${answer.errcode}`, call).toMatch(/^(401|403) /);
      }),
    );
    expect(await rowsOf(victim.org_id, request.id)).toBe(before);
  },
);

const confirmations = [
  { scope: "verify:email-password-reset", spec: updatePasswordReset, body: { new_password: "Changed-1234!" } },
  { scope: "verify:user-setup", spec: setUpUser, body: { password: "Changed-1234!", agreement_version: "none" } },
  { scope: "verify:email-change", spec: updateEmailChange, body: undefined },
] as const;

test.each(confirmations)(
  "a verification cookie of $scope opens its own call and neither of the others",
  async ({ scope }) => {
    const admin = (await signedInAdmin()).client;
    for (const { scope: other, spec, body } of confirmations) {
      const user = await createUser();
      if (scope === "verify:email-change")
        await admin.call(createAdminEmailChange, { params: { user_id: user.id }, body: { new_email: uniqueEmail() } });
      const browser = visitor();
      await openLink(browser, await createLink(admin, user.id, scope));
      const answer = await browser.call(spec, body ? { body } : {});
      if (scope === other) expect(answer.errcode).not.toBe("INVALID_JWT_MSG");
      else expect(`${answer.status} ${answer.errcode}`, `${scope} at ${spec.path}`).toBe("401 INVALID_JWT_MSG");
    }
  },
);

test("an administrator who impersonates sets no password and confirms no address, even with a right verification cookie", async () => {
  const admin = (await signedInAdmin()).client;
  for (const { scope, spec, body } of confirmations.filter((each) => each.scope !== "verify:email-change")) {
    const customer = await createUser();
    const actor = await impersonating(customer);
    await openLink(actor.client, await createLink(admin, customer.id, scope));
    const answer = await actor.client.call(spec, body ? { body } : {});
    expect(`${answer.status} ${answer.errcode}`, scope).toBe("403 USR_NOT_AUTHORIZED");
  }
});
