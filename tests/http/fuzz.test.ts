import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Endpoint } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { updateUser } from "../../worker/contract/v1/sso/user.ts";
import { createUser as inviteUser, updateAdminUser } from "../../worker/contract/v1/admin/users.ts";
import { principal, signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { dump, query } from "../support/database.ts";
import { createAccountRequest, createOrganization, createUser, uniqueEmail } from "../support/factories.ts";
import { type FuzzInput, inputOf, type KnownIds } from "./arbitrary-input.ts";
import { createOrganizationRows } from "./organization-rows.ts";
import { validInput } from "./valid-input.ts";

/** FUZZ_RUNS for more requests to each call, FUZZ_SEED to repeat those of an earlier run. */
const runs = Number(process.env["FUZZ_RUNS"] ?? 25);
const seed = Number(process.env["FUZZ_SEED"] ?? randomBytes(4).readInt32BE());
console.log(`fuzzing each call ${runs} times with FUZZ_SEED=${seed}`);

/** A caller that the guard lets in; where a person is asked for, one of this organization. */
const callerOf = async (spec: Endpoint, org_id?: string) => {
  if (spec.access.startsWith("admin")) return (await principal("admin")).client;
  if (["session", "navigation", "org", "org-or-buyer", "visitor-or-session"].includes(spec.access)) {
    return (await signedIn({ roles: ["org", "buyer", "user"], ...(org_id ? { org_id } : {}) })).client;
  }
  const anybody = visitor();
  if (spec.access.startsWith("verify:")) anybody.cookies.set("__Host-verify", randomBytes(32).toString("base64url"));
  return anybody;
};

async function knownIds(): Promise<KnownIds> {
  const [{ owner: _owner, ...ids }, request] = [await createOrganizationRows(), await createAccountRequest()];
  return { ...ids, request_id: request.id, id: ids.product_id, productId: ids.product_id };
}

test.each(endpoints.map((spec) => ({ name: `${spec.method} ${spec.path}`, spec })))(
  "whatever is sent to $name, the answer is one that its contract declares",
  async ({ spec }) => {
    const ids = await knownIds();
    let caller = await callerOf(spec, ids.org_id);
    const send = async (input: FuzzInput) => {
      // The client itself fails on a 5xx, an undeclared code and an undeclared field.
      const answer = await caller.call(spec, input);
      if (answer.status === 401 || spec.method === "DELETE" || spec.verb === "createImpersonateSession")
        caller = await callerOf(spec, ids.org_id);
    };
    await fc.assert(fc.asyncProperty(inputOf(spec, ids), send), {
      seed,
      numRuns: runs,
      interruptAfterTimeLimit: 15_000 + runs * 500,
    });
  },
  20_000 + runs * 1000,
);

test(
  "whatever is sent to a callback without a right signature is refused like any other and stored nowhere",
  async () => {
    const callbacks = endpoints.filter(({ access }) => access === "stripe-signature");
    const anybody = visitor();
    const marker = `evt_${randomUUID()}`;
    const event = JSON.stringify({ id: marker, object: "event", type: "charge.refunded", livemode: false, data: {} });
    const bodies = fc.oneof(
      fc.constant(event),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    const now = Math.floor(Date.now() / 1000);
    const signatures = fc.oneof(
      fc.string({ unit: "grapheme-ascii", maxLength: 100 }),
      fc
        .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
        .map((hex) => `t=${now},v1=${hex}`),
      fc.constantFrom("t=,v1=", `t=${now}`, `t=${now},v0=00`, "t=NaN,v1=x", `t=${now},v1=`, ",", "="),
    );
    const types = fc.constantFrom("application/json", "text/plain", "application/x-www-form-urlencoded");
    const send = async (spec: Endpoint, body: string, signature: string, type: string) => {
      const headers = { "stripe-signature": signature, "content-type": type };
      const answer = await anybody.call(spec, { body, headers });
      expect(`${answer.status} ${answer.errcode}`).toBe("401 SECURITY_CHECK_FAILED");
    };
    const properties = [fc.constantFrom(...callbacks), bodies, signatures, types] as const;
    await fc.assert(fc.asyncProperty(...properties, send), { seed, numRuns: runs * 4 });
    expect(await query("select id from stripe_events where id = $1", [marker])).toEqual([]);
  },
  20_000 + runs * 1000,
);

const unstorable = ["a\u0000b", "\u0000", "a\ud800b"];

/** Every text of a valid body in turn, with something in it that PostgreSQL cannot store. */
function spoiled(value: unknown, bad: string): unknown[] {
  if (typeof value === "string") return [bad];
  if (Array.isArray(value))
    return value.flatMap((each, index) => spoiled(each, bad).map((one) => value.with(index, one)));
  if (typeof value !== "object" || value === null) return [];
  const pairs: [string, unknown][] = Object.entries(value);
  return pairs.flatMap(([name, each]) => spoiled(each, bad).map((one) => ({ ...value, [name]: one })));
}

test("a text that the database cannot store is a 400 in every field of every body", async () => {
  // What a program logs is printed on a line of its own, and stored nowhere.
  for (const spec of endpoints.filter(({ body, verb }) => body && verb !== "createLog")) {
    const ids = await knownIds();
    let caller = await callerOf(spec, ids.org_id);
    const { params, body } = validInput(spec, ids);
    for (const one of unstorable.flatMap((bad) => spoiled(body, bad))) {
      const answer = await caller.call(spec, { params, body: one });
      if (answer.status === 401) caller = await callerOf(spec, ids.org_id);
      expect(answer.status, `${spec.verb} ${JSON.stringify(one)}: ${answer.text}`).toBe(400);
    }
  }
}, 60_000);

const printable = fc.string({ unit: "grapheme-ascii", maxLength: 200 });
const credential = fc.oneof(
  printable,
  fc.constantFrom(
    "%",
    "%00",
    "%E0%A4%A",
    "__proto__",
    "a".repeat(4000),
    '"',
    "a,b",
    "a;b",
    "=",
    "Bearer",
    "Basic YTpi",
  ),
);

test(
  "whatever stands in cookies and headers, no answer is a 5xx and nobody is let in",
  async () => {
    const anybody = visitor();
    const send = async (session: string, verify: string, bearer: string | undefined, captcha: string) => {
      const cookie = `__Host-session=${session}; __Host-verify=${verify}; __Host-device=${verify}; ${session}`;
      const headers = {
        cookie,
        "x-captcha-token": captcha,
        "user-agent": captcha,
        ...(bearer === undefined ? {} : { authorization: bearer }),
      };
      const guarded = await anybody.fetch("/v1/sso/session", { headers });
      expect(guarded.status).toBe(401);
      expect((await anybody.fetch("/v1/sso/password-reset", { method: "PUT", headers })).status).toBeLessThan(500);
      expect((await anybody.fetch("/store", { headers })).status).toBeLessThan(500);
    };
    const headersOf = [
      credential,
      credential,
      fc.option(
        fc.oneof(
          credential,
          credential.map((token) => `Bearer ${token}`),
        ),
        { nil: undefined },
      ),
      credential,
    ] as const;
    await fc.assert(fc.asyncProperty(...headersOf, send), { seed, numRuns: runs });
  },
  20_000 + runs * 1000,
);

const pages = [
  "/",
  "/sign-in",
  "/sign-in/*",
  "/request-account",
  "/recover-password",
  "/verify/*/*",
  "/setup/*/*",
  "/verify-email/*/*",
  "/license-agreement",
  "/flowpoint",
  "/store",
  "/store/products",
  "/store/products/*",
  "/store/cart",
  "/store/checkout",
  "/store/checkout/*",
  "/store/orders",
  "/store/orders/*",
  "/store/subscriptions",
  "/store/subscriptions/*",
  "/admin",
  "/portal",
  "/portal/profile",
  "/docs",
  "/*/*",
];
const targets = fc.constantFrom(
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/store",
  "javascript:alert(1)",
  "https:evil.example",
  "\t//evil.example",
  "http://localhost@evil.example",
  "flowpoint://x",
  "/store",
  "/\t/evil.example",
);
const word = fc.oneof(
  targets,
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.uuid(),
  fc.constantFrom("true", "crunchbox", "flowpoint-win", "AAAAAA", "%00", "'\"<script>1</script>"),
);
const names = fc.constantFrom(
  "redirect_uri",
  "client_id",
  "expired",
  "is_payment_redirect",
  "state",
  "search",
  "page",
  "sort",
  "category",
  "type",
  "status",
  "tags",
  "code_challenge",
  "constructor",
);

test(
  "whatever stands in a page's address, no answer is a 5xx, leads to a stranger or repeats markup",
  async () => {
    const callers = [visitor(), (await signedIn({ roles: ["org", "buyer", "user"] })).client];
    const visit = async (page: string, words: string[], parameters: [string, string][]) => {
      const parts = [...words];
      const path = page.replaceAll("*", () => encodeURIComponent(parts.pop() ?? "a") || "a");
      for (const caller of callers) {
        const response = await caller.fetch(`${path}?${new URLSearchParams(parameters)}`);
        expect(response.status, path).toBeLessThan(500);
        const location = response.headers.get("location");
        if (location !== null)
          expect(new URL(location, caller.url).origin, `${path} ${JSON.stringify(parameters)} -> ${location}`).toBe(
            caller.url,
          );
        expect(await response.text()).not.toContain("<script>1");
      }
    };
    const address = [
      fc.constantFrom(...pages),
      fc.array(word, { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(names, word), { maxLength: 4 }),
    ] as const;
    await fc.assert(fc.asyncProperty(...address, visit), { seed, numRuns: runs * 4 });
  },
  20_000 + runs * 4000,
);

const columns = [
  ...[
    "id",
    "user_id",
    "org_id",
    "email",
    "roles",
    "role",
    "is_active",
    "is_admin",
    "is_email_verified",
    "is_house",
    "password",
  ],
  ...[
    "password_hash",
    "agreed_version",
    "agreed_at",
    "created_at",
    "updated_at",
    "status",
    "actor_id",
    "actor_kind",
    "impersonator_id",
  ],
  ...[
    "parent_id",
    "session_id",
    "token",
    "token_hash",
    "kind",
    "expires_at",
    "revoked_at",
    "scope_id",
    "attempts",
    "used_at",
    "claimed_until",
  ],
  ...[
    "price_level_name",
    "net_suite_id",
    "notes",
    "billing_email",
    "organization",
    "success",
    "__proto__",
    "constructor",
    "x".repeat(500),
  ],
];

const withExtras = (body: unknown, marker: string): string => {
  const own = Object.entries(Object(body));
  const taken = new Set(own.map(([name]) => name));
  const extras = columns.filter((name) => !taken.has(name)).map((name) => [name, marker]);
  return `{${[...own, ...extras].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
};

test("forty extra keys in every body are accepted, ignored and stored nowhere", async () => {
  expect(columns).toHaveLength(40);
  const marker = `marker-${randomBytes(8).toString("hex")}`;
  const statuses = new Map<string, number>();
  for (const spec of endpoints.filter(({ body }) => body)) {
    const ids = await knownIds();
    const caller = await callerOf(spec, ids.org_id);
    const { params, body } = validInput(spec, {
      ...ids,
      ...(spec.verb === "createImpersonateSession" ? { user_id: (await createUser()).id } : {}),
      // Nothing was paid for the one that exists.
      ...(spec.verb === "refundOrder" ? { order_id: randomUUID() } : {}),
    });
    const answer = await caller.call(spec, { params, body: withExtras(body, marker) });
    statuses.set(spec.verb, answer.status);
    expect(answer.status, `${spec.verb}: ${answer.text}`).not.toBe(400);
    expect(answer.text, spec.verb).not.toContain(marker);
  }
  expect([...statuses].filter(([, status]) => status < 300).length).toBeGreaterThan(10);
  expect(await dump()).not.toContain(marker);
});

test("no key in a profile changes what a person may not change", async () => {
  const { client, user } = await signedIn();
  const other = await createOrganization();
  const before = await query("select * from users where id = $1", [user.id]);
  const body = {
    ...{
      id: crypto.randomUUID(),
      org_id: other.id,
      email: uniqueEmail(),
      roles: ["admin", "user"],
      is_active: false,
      is_email_verified: false,
    },
    ...{
      password_hash: "x",
      agreed_version: "x",
      agreed_at: null,
      created_at: "2000-01-01T00:00:00.000Z",
      organization: { id: other.id, is_house: true },
    },
    notification_settings: { is_subscribed: true, roles: ["admin"] },
  };
  expect((await client.call(updateUser, { body })).status).toBe(200);
  const after = await query("select * from users where id = $1", [user.id]);
  expect(after.map((row) => ({ ...row, updated_at: null }))).toEqual(
    before.map((row) => ({ ...row, updated_at: null })),
  );
});

test("not even an administrator sets an address, a password or a consent through a user's fields", async () => {
  const { client } = await signedInAdmin();
  const org = await createOrganization();
  const forged = {
    id: crypto.randomUUID(),
    password_hash: "x",
    is_email_verified: true,
    agreed_version: "x",
    agreed_at: "2000-01-01T00:00:00.000Z",
    is_active: false,
  };
  const invited = await client.call(inviteUser, {
    body: { org_id: org.id, email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"], ...forged },
  });
  const { id } = invited.reply();
  const email = uniqueEmail();
  await client.call(updateAdminUser, { params: { user_id: id }, body: { email, ...forged } });
  const [row] = await query(
    "select id <> $2 as has_own_id, email <> $3 as has_own_email, password_hash, is_email_verified, agreed_version, agreed_at, is_active from users where id = $1",
    [id, forged.id, email],
  );
  expect(row).toEqual({
    has_own_id: true,
    has_own_email: true,
    password_hash: null,
    is_email_verified: false,
    agreed_version: null,
    agreed_at: null,
    is_active: true,
  });
});
