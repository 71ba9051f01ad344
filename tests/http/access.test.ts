// Access of every kind of caller to every call; all tests share one table of expectations.
import { expect, test } from "vitest";
import type { Call } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { startEmailChange } from "../../worker/contract/v1/admin/users.ts";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { finishSetUp, confirmEmailChange } from "../../worker/contract/v1/sso/user.ts";
import {
  impersonating,
  type Principal,
  principal,
  principals,
  signedIn,
  signedInAdmin,
  visitor,
} from "../support/actors.ts";
import { everyNth, isWhole } from "../support/by-night.ts";
import { type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createAccountRequest, createSession, createUser, uniqueEmail } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { calls, expectations, findCall } from "../contract/calls/index.ts";
import { type Decision, ownRowsOnly } from "../contract/calls/row.ts";
import { createUnknownIds, buildValidInput } from "../contract/calls/valid-input.ts";
import { createOrganizationRows } from "./organization-rows.ts";

/** Sends an empty body and ids of no rows, so that most calls that pass the guard change nothing. */
async function decide(client: Client, spec: Call): Promise<Decision> {
  const answer = await client.call(spec, { params: buildValidInput(spec).params, ...(spec.body ? { body: {} } : {}) });
  if (answer.status === 302 && answer.headers.get("location")?.startsWith("/sign-in/")) return "to sign-in";
  if (answer.status === 401 || answer.status === 403) return `${answer.status} ${answer.errcode}`;
  // Rate limits and failures prove nothing about access.
  expect(answer.status === 429 || answer.status >= 500, `${spec.path}: ${answer.status} ${answer.errcode}`).toBe(false);
  return "passes";
}

test("somebody has decided about every call by hand", () => {
  const coveredCalls = expectations.map(({ call }) => call);
  expect(coveredCalls.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

const reusedCallers = new Map<Principal, { client: Client; cookies: [string, string][] }>();

/**
 * Reads and refused calls share one client per principal, with its original cookies; an allowed write gets a new
 * client, because it may end its session.
 */
async function findOrCreateCaller(name: Principal, { method }: Call, expected: Decision): Promise<Client> {
  if (method !== "GET" && expected === "passes") return (await principal(name)).client;
  const cachedCaller = reusedCallers.get(name);
  if (!cachedCaller) {
    const { client } = await principal(name);
    reusedCallers.set(name, { client, cookies: [...client.cookies] });
    return client;
  }
  cachedCaller.client.cookies.clear();
  for (const [cookie, value] of cachedCaller.cookies) cachedCaller.client.cookies.set(cookie, value);
  return cachedCaller.client;
}

// A day run tries each call with a third of the principals; the third rotates, because similar calls are adjacent.
const accessCases = expectations.map((row, callIndex) => ({
  ...row,
  callers: principals.filter((_name, principalIndex) => isWhole || (callIndex + principalIndex) % 3 === 0),
}));

test.each(accessCases)("$call lets exactly those in that may call it", async ({ call, expected, callers }) => {
  const spec = findCall(call);
  const decideFor = async (name: Principal) => [
    name,
    await decide(await findOrCreateCaller(name, spec, expected[name]), spec),
  ];
  const actual = Object.fromEntries(await Promise.all(callers.map(decideFor)));
  expect(actual).toEqual(Object.fromEntries(callers.map((name) => [name, expected[name]])));
});

/**
 * A call is about rows if its path or body contains an id, or if tests/contract/calls lists its answer to strangers.
 */
function isAboutRows(call: string): boolean {
  const { stranger, valid } = calls[call] ?? {};
  const ids = createUnknownIds();
  const body = JSON.stringify(valid?.(ids)) ?? "";
  return /\{\w+\}/.test(call) || stranger !== undefined || Object.values(ids).some((id) => body.includes(id));
}

const listRefusedCalls = (name: Principal) =>
  expectations.filter(({ call, expected }) => /^40[13]/.test(expected[name]) && isAboutRows(call));

const batchSize = 20;

const organizationTables = ["users", "orders", "invoices", "subscriptions", "carts", "devices", "payment_ledger"];
const userTables = ["sessions", "verification_codes", "outbox"];

/** Rows that a refused call must leave unchanged. */
async function snapshotRows({
  org_id,
  product_id,
  request_id,
}: Record<"org_id" | "product_id" | "request_id", string>) {
  const statements: [sql: string, id: string][] = [
    ["select * from organizations where id = $1", org_id],
    ["select * from account_requests where id = $1", request_id],
    ["select * from products where id = $1", product_id],
    ...organizationTables.map((name): [string, string] => [
      `select * from ${name} where org_id = $1 order by id`,
      org_id,
    ]),
    ...userTables.map((name): [string, string] => [
      `select t.* from ${name} t join users u on u.id = t.user_id where u.org_id = $1 order by t.id`,
      org_id,
    ]),
  ];
  return JSON.stringify(await Promise.all(statements.map(([sql, id]) => query(sql, [id]))));
}

test.each(everyNth(principals, 2))(
  "%s changes nothing of another organization where they are refused, with ids that exist and a right body",
  async (name) => {
    const ids = { ...(await createOrganizationRows()), request_id: (await createAccountRequest()).id };
    const before = await snapshotRows(ids);
    const { client } = await principal(name);
    const expectRefusal = async ({ call }: { call: string }) => {
      const spec = findCall(call);
      const { params, body } = buildValidInput(spec, ids);
      const answer = await client.call(spec, { params, ...(body === undefined ? {} : { body }) });
      expect(`${answer.status} ${answer.errcode}`, call).toMatch(/^(401|403) /);
    };
    const refusedCalls = listRefusedCalls(name);
    // Sends the calls in batches, because the last of many concurrent ones would exceed the statement timeout.
    const cookies = [...client.cookies];
    for (let at = 0; at < refusedCalls.length; at += batchSize) {
      // Restores the cookies, because a refusal removes the cookie of an ended session.
      for (const [cookie, value] of cookies) client.cookies.set(cookie, value);
      await Promise.all(refusedCalls.slice(at, at + batchSize).map(expectRefusal));
    }
    expect(await snapshotRows(ids)).toBe(before);
  },
);

const strangerCases = Object.entries(calls).flatMap(([call, { stranger, own = "200" }]) =>
  stranger ? [[call, stranger, own] as const] : [],
);
const refusalCases = strangerCases.filter(([, refusal]) => refusal !== ownRowsOnly);

test.each(refusalCases)(
  "%s answers its own organization, and everybody else %s",
  async (call, refusal, expectedOwnAnswer) => {
    const ids = { ...(await createOrganizationRows()), request_id: "00000000-0000-4000-8000-000000000000" };
    const before = await snapshotRows(ids);
    const stranger = await signedIn({ roles: ["org", "buyer", "user"] });
    const ownCard = await createOrganizationRows();
    const rival = await signedIn({ org_id: ownCard.org_id, roles: ["org", "buyer", "user"] });
    const spec = findCall(call);
    const { params, body } = buildValidInput(spec, ids);
    const callInput = { params, ...(body === undefined ? {} : { body }) };
    for (const { client } of [stranger, rival]) {
      const answer = await client.call(spec, callInput);
      expect(`${answer.status} ${answer.errcode}`).toBe(refusal);
    }
    expect(await snapshotRows(ids)).toBe(before);
    const session = await createSession(ids.owner.id);
    const own = await createClient({ session }).call(spec, callInput);
    expect(`${own.status} ${own.errcode ?? ""}`.trim(), own.text).toBe(expectedOwnAnswer);
  },
);

test("a colleague sees the organization's orders and not somebody's cart", async () => {
  const ids = await createOrganizationRows();
  const colleague = await signedIn({ org_id: ids.org_id, roles: ["buyer", "user"] });
  const [order, cart] = [findCall("GET /v1/client/orders/{order_id}"), findCall("GET /v1/store/cart/{cart_no}")];
  expect((await colleague.client.call(order, { params: buildValidInput(order, ids).params })).status).toBe(200);
  expect((await colleague.client.call(cart, { params: buildValidInput(cart, ids).params })).errcode).toBe(
    "CART_NOT_FOUND",
  );
});

test("a stranger's payment method never enters an own cart", async () => {
  const ids = await createOrganizationRows();
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  const stripe_payment_method = { stripe_payment_method_id: ids.payment_method_id };
  await client.call(findCall("GET /v1/store/cart"));
  const answer = await client.call(findCall("PUT /v1/store/cart"), { body: { stripe_payment_method } });
  expect(`${answer.status} ${answer.errcode}`).toBe("404 PAYMENT_METHOD_NOT_FOUND");
});

test("the lists of an organization hold none of another's rows", async () => {
  const ids = await createOrganizationRows();
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  const lists = strangerCases.filter(([call, refusal]) => refusal === ownRowsOnly && call.startsWith("GET "));
  expect(lists.length).toBeGreaterThan(5);
  for (const [call] of lists) {
    const listQuery = calls[call]?.query?.({ ...createUnknownIds(), ...ids });
    const { status, text } = await client.call(findCall(call), listQuery ? { query: listQuery } : {});
    expect(status, call).toBe(200);
    const { serial_number: _serial, product_id: _product, user_id: _user, owner: _owner, ...rows } = ids;
    const rowIds = Object.values(rows);
    expect(
      rowIds.filter((id) => text.includes(id)),
      call,
    ).toEqual([]);
  }
});

test("ids that belong to nothing are not found, also for an administrator", async () => {
  const admin = (await signedInAdmin()).client;
  const callsWithId = expectations.filter(({ call }) =>
    /\/admin\/.*\{(order|invoice|subscription|product)_id\}/.test(call),
  );
  expect(callsWithId.length).toBeGreaterThan(10);
  for (const { call } of callsWithId) {
    const spec = findCall(call);
    const { params, body } = buildValidInput(spec, createUnknownIds());
    const answer = await admin.call(spec, { params, ...(body === undefined ? {} : { body }) });
    expect(`${answer.status} ${answer.errcode}`, call).toMatch(
      /^404 (ORDER|INVOICE|SUBSCRIPTION|PRODUCT|PRODUCT_IMAGE|PRODUCT_IMPORT|SCHEDULED_PRICE)_NOT_FOUND$/,
    );
  }
});

const confirmations = [
  { scope: "verify:email-password-reset", spec: finishPasswordReset, body: { new_password: "Changed-1234!" } },
  { scope: "verify:user-setup", spec: finishSetUp, body: { password: "Changed-1234!", agreement_version: "none" } },
  { scope: "verify:email-change", spec: confirmEmailChange, body: undefined },
] as const;

test.each(confirmations)(
  "a verification cookie of $scope opens its own call and neither of the others",
  async ({ scope }) => {
    const admin = (await signedInAdmin()).client;
    for (const { scope: other, spec, body } of confirmations) {
      const user = await createUser();
      if (scope === "verify:email-change")
        await admin.call(startEmailChange, { params: { user_id: user.id }, body: { new_email: uniqueEmail() } });
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
