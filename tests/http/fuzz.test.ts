import { randomBytes } from "node:crypto";
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
import { validInput } from "./valid-input.ts";

/** FUZZ_RUNS for more requests to each call, FUZZ_SEED to repeat those of an earlier run. */
const runs = Number(process.env["FUZZ_RUNS"] ?? 25);
const seed = Number(process.env["FUZZ_SEED"] ?? randomBytes(4).readInt32BE());
console.log(`fuzzing each call ${runs} times with FUZZ_SEED=${seed}`);

const callerOf = async (spec: Endpoint) => {
  if (spec.access.startsWith("admin")) return (await principal("admin")).client;
  if (spec.access === "session" || spec.access === "navigation") return (await principal("org")).client;
  const anybody = visitor();
  if (spec.access.startsWith("verify:")) anybody.cookies.set("__Host-verify", randomBytes(32).toString("base64url"));
  return anybody;
};

async function knownIds(): Promise<KnownIds> {
  const [user, request] = [await createUser(), await createAccountRequest()];
  return { user_id: user.id, org_id: user.org_id, request_id: request.id };
}

test.each(endpoints.map((spec) => ({ name: `${spec.method} ${spec.path}`, spec })))(
  "whatever is sent to $name, the answer is one that its contract declares",
  async ({ spec }) => {
    const ids = await knownIds();
    let caller = await callerOf(spec);
    const send = async (input: FuzzInput) => {
      // The client itself fails on a 5xx, an undeclared code and an undeclared field.
      const answer = await caller.call(spec, input);
      if (answer.status === 401 || spec.method === "DELETE" || spec.verb === "createImpersonateSession")
        caller = await callerOf(spec);
    };
    await fc.assert(fc.asyncProperty(inputOf(spec, ids), send), {
      seed,
      numRuns: runs,
      interruptAfterTimeLimit: 15_000 + runs * 500,
    });
  },
  20_000 + runs * 1000,
);

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
  "code_challenge",
  "constructor",
);

test(
  "whatever stands in a page's address, no answer is a 5xx, leads to a stranger or repeats markup",
  async () => {
    const callers = [visitor(), (await signedIn()).client];
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
    const caller = await callerOf(spec);
    const { params, body } = validInput(spec, {
      ...ids,
      ...(spec.verb === "createImpersonateSession" ? { user_id: (await createUser()).id } : {}),
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
