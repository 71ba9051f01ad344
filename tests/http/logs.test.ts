import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "../../worker/contract/pages.ts";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { signIn, getSession } from "../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { createUser, password } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { waitForLines } from "../support/log-lines.ts";

let worker: LoggedWorker;

beforeAll(async () => {
  worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1000" });
});
afterAll(() => worker?.stop());

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
    const lines = await waitForLines(worker.lines, id);
    const numbers = { ms: expect.any(Number), statements: expect.any(Number), database_ms: expect.any(Number) };
    expect(lines).toEqual([{ level: "info", request_id: id, event: "request", ...numbers, ...expected }]);
  }
});

test("the line of a request has the id that the edge gave it, and nothing else of that header", async () => {
  const rayOf = async (header: string) => {
    const { headers } = await createClient({ url: worker.url }).fetch("/health", { headers: { "cf-ray": header } });
    return (await waitForLines(worker.lines, headers.get("x-request-id"))).at(-1)?.["ray"];
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
    (await waitForLines(worker.lines, response.headers.get("x-request-id"))).find(({ event }) => event === "request");

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
    const lines = await waitForLines(worker.lines, response.headers.get("x-request-id"));
    expect(lines.at(-1), path).toMatchObject({ actor: "user", user_id, network: expect.any(String) });
  }
  const acting = await impersonating();
  const refused = await createClient({ url: worker.url, session: acting.token }).fetch("/v1/admin/users");
  const [refusal] = await waitForLines(worker.lines, refused.headers.get("x-request-id"));
  expect(refusal).toMatchObject({
    status: 403,
    actor: "impersonator",
    user_id: acting.customer.id,
    impersonator_id: acting.user.id,
  });
  const nowhere = await createClient({ url: worker.url, session: token }).fetch("/admin/no-such-page");
  const line = (await waitForLines(worker.lines, nowhere.headers.get("x-request-id"))).at(-1);
  expect(line).toMatchObject({ status: 404 });
  expect(line).not.toHaveProperty("user_id");
});

test("no line holds a password, token, code, email address, query or header of anybody", async () => {
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

  await waitForLines(worker.lines, last.headers.get("x-request-id"));
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
