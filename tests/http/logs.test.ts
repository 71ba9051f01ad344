import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "../../worker/contract/pages.ts";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { signIn, getSession } from "../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { until } from "../../sandbox/process/deadline.ts";
import { actorsOn, impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { type LoggedWorker, startOwnApp, startSecondWorker } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { createUser, factoriesOn, password } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { patienceMs } from "../support/patience.ts";

type Line = Record<string, unknown>;
let worker: LoggedWorker;

beforeAll(async () => {
  worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1000" });
});
afterAll(() => worker?.stop());

const parsed = (lines: string[]): Line[] => lines.map((line) => JSON.parse(line));
const requestLines = (lines: string[]) => parsed(lines).filter((line) => line["event"] === "request");

/** The lines of one request, once its request line is printed. */
async function linesOf(lines: string[], id: string | null): Promise<Line[]> {
  const isThere = () => requestLines(lines).some((line) => line["request_id"] === id);
  expect(await until(patienceMs, isThere), `no line of request ${id}`).toBe(true);
  return parsed(lines).filter((line) => line["request_id"] === id);
}

test("every request writes one JSON line with its id, route, status, time and the kind of its caller", async () => {
  const { token } = await signedIn();
  const person = createClient({ url: worker.url, session: token });
  const stranger = createClient({ url: worker.url });
  const requests = [
    {
      response: await stranger.fetch("/sign-in/crunchbox?redirect_uri=%2Fstore"),
      method: "GET",
      route: "/sign-in/:client_id",
      status: 200,
      actor: "visitor",
    },
    {
      response: await person.fetch("/v1/sso/session"),
      method: "GET",
      route: "/v1/sso/session",
      status: 200,
      actor: "user",
    },
    {
      response: await stranger.fetch("/v1/sso/session"),
      method: "GET",
      route: "/v1/sso/session",
      status: 401,
      actor: "visitor",
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    {
      response: await stranger.fetch("/v1/admin/users/0aa0", { method: "PUT" }),
      method: "PUT",
      route: "/v1/admin/users/:user_id",
      status: 401,
      actor: "visitor",
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    { response: await stranger.fetch("/no/such/page"), method: "GET", route: "none", status: 404, actor: "visitor" },
    {
      response: await stranger.fetch("/v1/no/such/call"),
      method: "GET",
      route: expect.any(String),
      status: 404,
      actor: "visitor",
    },
    { response: await stranger.fetch("/portal"), method: "GET", route: "/portal", status: 302, actor: "visitor" },
  ];
  for (const { response, ...expected } of requests) {
    const id = response.headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const lines = await linesOf(worker.lines, id);
    const numbers = { ms: expect.any(Number), statements: expect.any(Number), database_ms: expect.any(Number) };
    expect(lines).toEqual([{ level: "info", request_id: id, event: "request", ...numbers, ...expected }]);
  }
});

test("the line of a request has the id that the edge gave it, and nothing else of that header", async () => {
  const rayOf = async (header: string) => {
    const { headers } = await createClient({ url: worker.url }).fetch("/health", { headers: { "cf-ray": header } });
    return (await linesOf(worker.lines, headers.get("x-request-id"))).at(-1)?.["ray"];
  };
  expect(await rayOf("8f0a1b2c3d4e5f60-FRA")).toBe("8f0a1b2c3d4e5f60-FRA");
  expect(await rayOf("someone@example.test")).toBeUndefined();
});

test("the line of a refused request names who was refused, and the network without its address", async () => {
  const { token, user } = await signedIn();
  const person = createClient({ url: worker.url, session: token });
  const stranger = createClient({ url: worker.url, ip: person.ip });
  const elsewhere = createClient({ url: worker.url });
  const lineOf = async (response: Response) =>
    (await linesOf(worker.lines, response.headers.get("x-request-id"))).find(({ event }) => event === "request");

  const refused = await lineOf(await person.fetch("/v1/admin/users"));
  expect(refused).toMatchObject({ status: 403, actor: "user", user_id: user.id });
  const anonymous = await lineOf(await stranger.fetch("/v1/admin/users"));
  expect(anonymous).toMatchObject({ status: 401, network: refused?.["network"] });
  expect(anonymous).not.toHaveProperty("user_id");
  const other = await lineOf(await elsewhere.fetch("/v1/admin/users"));
  expect(other?.["network"]).toMatch(/^[0-9a-f]{32}$/);
  expect(other?.["network"]).not.toBe(refused?.["network"]);
  expect(worker.lines.join("\n")).not.toContain(person.ip);
});

test("the line of a refusal that a page of the console hides names who was refused, too", async () => {
  const { token, user } = await signedIn();
  const catalogue = await signedInAdmin("catalogue");
  for (const [session, user_id, path] of [
    [token, user.id, pages.receivables],
    [catalogue.token, catalogue.user.id, pages.receivables],
    [catalogue.token, catalogue.user.id, pages.receivablesCsv],
    [catalogue.token, catalogue.user.id, `${pages.receivablesStatementPdf}?org_id=${user.org_id}`],
  ] as const) {
    const response = await createClient({ url: worker.url, session }).fetch(path);
    expect([path, response.status]).toEqual([path, 404]);
    const lines = await linesOf(worker.lines, response.headers.get("x-request-id"));
    expect(lines.at(-1), path).toMatchObject({ actor: "user", user_id, network: expect.any(String) });
  }
  const acting = await impersonating();
  const refused = await createClient({ url: worker.url, session: acting.token }).fetch("/v1/admin/users");
  const [refusal] = await linesOf(worker.lines, refused.headers.get("x-request-id"));
  expect(refusal).toMatchObject({
    status: 403,
    actor: "impersonator",
    user_id: acting.customer.id,
    impersonator_id: acting.user.id,
  });
  const nowhere = await createClient({ url: worker.url, session: token }).fetch("/admin/no-such-page");
  const line = (await linesOf(worker.lines, nowhere.headers.get("x-request-id"))).at(-1);
  expect(line).toMatchObject({ status: 404 });
  expect(line).not.toHaveProperty("user_id");
});

test("no line holds a password, token, code, e-mail address, query or header of anybody", async () => {
  const admin = (await signedInAdmin()).client;
  const user = await createUser();
  const { token: session } = await signedIn();
  const { token: bearer } = await signedIn({ kind: "bearer" });
  const link = await createLink(admin, user.id, "verify:email-password-reset");
  const browser = createClient({ url: worker.url });
  const secrets = [
    "captcha-token-of-mine",
    "wrong-Passw0rd!",
    "New-Passw0rd-1!",
    "state-of-mine",
    "one-time-code-of-mine",
    "agent-of-mine",
  ];
  const named = { "x-captcha-token": "captcha-token-of-mine", "user-agent": "agent-of-mine" };

  await browser.call(signIn, { body: { username: user.email, password }, headers: named });
  await browser.call(signIn, { body: { username: user.email, password: "wrong-Passw0rd!" }, headers: named });
  await browser.call(exchangeCode, { body: { code: "one-time-code-of-mine" } });
  await browser.fetch("/v1/sso/authorize/flowpoint-win?redirect_uri=flowpoint%3A%2F%2F&state=state-of-mine");
  await browser.fetch(new URL(link.url).pathname);
  await openLink(browser, link);
  const verification = browser.cookies.get("__Host-verify") ?? "";
  await browser.call(finishPasswordReset, { body: { new_password: "New-Passw0rd-1!" } });
  const cookie = browser.cookies.get("__Host-device") ?? "";
  await createClient({ url: worker.url, session }).call(getSession);
  await createClient({ url: worker.url, bearer }).call(getSession);
  const url = `${worker.url}${new URL(link.url).pathname}?state=state-of-mine`;
  const last = await createClient({ url: worker.url, session }).call(takeClientLog, {
    body: { message: "from a client", level: "warn", event: { type: "error", url } },
  });

  await linesOf(worker.lines, last.headers.get("x-request-id"));
  const all = worker.lines.join("\n");
  expect(all).toContain("from a client");
  expect(cookie.length * verification.length).toBeGreaterThan(0);
  for (const secret of [
    ...secrets,
    password,
    user.email,
    user.id,
    link.code,
    session,
    bearer,
    verification,
    cookie,
    browser.ip,
  ]) {
    expect(
      worker.lines.filter((line) => line.includes(secret)),
      secret,
    ).toEqual([]);
  }
  expect(all).not.toMatch(/scrypt\$|postgres:\/\/|Bearer /);
});

test("an answer of 503 or 500 carries the id under which the log says why, and says nothing itself", async () => {
  const app = await startOwnApp();
  try {
    const database = openDatabase(app.sandbox.databaseUrl);
    const sandbox = sandboxAt(app.sandbox.url);
    const client = createClient({ url: app.worker.url, session: "a".repeat(43) });

    // a read is tried a second time
    await sandbox.addFault({ service: "database", kind: "status", value: 503, times: 2 });
    const unavailable = await client.fetch("/v1/sso/session");
    expect(unavailable.status).toBe(503);
    const because = await linesOf(app.lines, unavailable.headers.get("x-request-id"));
    expect(because).toContainEqual(expect.objectContaining({ level: "error", event: "failure", status: 503 }));

    await database("alter table sessions rename column kind to not_kind");
    const broken = await client.fetch("/v1/sso/session");
    const id = broken.headers.get("x-request-id");
    expect(broken.status).toBe(500);
    expect(await broken.json()).toEqual({
      success: false,
      errcode: "INTERNAL_ERROR",
      message: "Internal Server Error",
      request_id: id,
    });
    const reasons = await linesOf(app.lines, id);
    expect(JSON.stringify(reasons)).toMatch(/kind/);
    expect(reasons.filter((line) => line["event"] === "failure")).toHaveLength(1);

    const page = await client.fetch("/store");
    expect(page.status).toBe(500);
    expect(await page.text()).toContain(page.headers.get("x-request-id"));
    expect(app.lines.join("\n")).not.toContain("a".repeat(43));
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  } finally {
    await app.stop();
  }
});

test("a statement that fails is logged without the values that it was given", async () => {
  const app = await startOwnApp();
  try {
    const database = openDatabase(app.sandbox.databaseUrl);
    const factories = factoriesOn(database);
    const { client, user } = await actorsOn({ query: database, factories, url: app.worker.url }).signedInAdmin();
    await database("alter table rate_counters rename column n to not_n");
    await database("alter table users rename column phone to not_phone");
    const headers = { "content-type": "application/json", "x-captcha-token": "passes" };
    const secrets = {
      username: "value-of-mine@example.test",
      email: "value-of-mine@example.test",
      password: "Value-of-mine-1!",
      first_name: "value-of-mine",
      code: "value-of-mine",
      message: "m",
      level: "info",
    };
    const post = (path: string, method = "POST") =>
      client.fetch(path, { method, headers, body: JSON.stringify(secrets) });
    const paths = ["/v1/sso/session", "/v1/sso/password-reset", "/v1/sso/token"];
    const answers = [...(await Promise.all(paths.map((path) => post(path)))), await post("/v1/sso/user", "PUT")];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    // A single line, so that its values would follow directly.
    await database("revoke update on users from current_user");
    answers.push(await client.fetch(`/v1/admin/users/${user.id}`, { method: "PUT", headers, body: "{}" }));
    expect(answers.at(-1)?.status).toBe(500);
    for (const { headers: given } of answers) await linesOf(app.lines, given.get("x-request-id"));
    expect(app.lines.filter((line) => /value-of-mine/i.test(line) || line.includes(user.id))).toEqual([]);
  } finally {
    await app.stop();
  }
});

test("the metrics are counters and gauges without ids, addresses or names", async () => {
  const response = await createClient({ url: worker.url }).fetch("/metrics");
  const text = await response.text();
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.length).toBeGreaterThan(3);
  for (const sample of samples) expect(sample).toMatch(/^[a-z_]+ \d+(\.\d+)?$/);
  for (const sample of samples) expect(text).toContain(`# TYPE ${sample.split(" ")[0]} `);
  expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/);
});
