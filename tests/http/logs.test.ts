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
  const customer = createClient({ url: worker.url, session: token });
  const anonymousClient = createClient({ url: worker.url });
  const requests = [
    {
      response: await anonymousClient.fetch("/sign-in/crunchbox?redirect_uri=%2Fstore"),
      method: "GET",
      route: "/sign-in/:client_id",
      status: 200,
      actor: "visitor",
    },
    {
      response: await customer.fetch("/v1/sso/session"),
      method: "GET",
      route: "/v1/sso/session",
      status: 200,
      actor: "user",
    },
    {
      response: await anonymousClient.fetch("/v1/sso/session"),
      method: "GET",
      route: "/v1/sso/session",
      status: 401,
      actor: "visitor",
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    {
      response: await anonymousClient.fetch("/v1/admin/users/0aa0", { method: "PUT" }),
      method: "PUT",
      route: "/v1/admin/users/:user_id",
      status: 401,
      actor: "visitor",
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    {
      response: await anonymousClient.fetch("/no/such/page"),
      method: "GET",
      route: "none",
      status: 404,
      actor: "visitor",
    },
    {
      response: await anonymousClient.fetch("/v1/no/such/call"),
      method: "GET",
      route: expect.any(String),
      status: 404,
      actor: "visitor",
    },
    {
      response: await anonymousClient.fetch("/portal"),
      method: "GET",
      route: "/portal",
      status: 302,
      actor: "visitor",
    },
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
  const fetchRay = async (header: string) => {
    const { headers } = await createClient({ url: worker.url }).fetch("/health", { headers: { "cf-ray": header } });
    return (await waitForLines(worker.lines, headers.get("x-request-id"))).at(-1)?.["ray"];
  };
  expect(await fetchRay("8f0a1b2c3d4e5f60-FRA")).toBe("8f0a1b2c3d4e5f60-FRA");
  expect(await fetchRay("someone@example.test")).toBeUndefined();
});

test("the line of a refused request names who was refused, and the network without its address", async () => {
  const { token, user } = await signedIn();
  const customer = createClient({ url: worker.url, session: token });
  const anonymousClient = createClient({ url: worker.url, ip: customer.ip });
  const otherClient = createClient({ url: worker.url });
  const findLine = async (response: Response) =>
    (await waitForLines(worker.lines, response.headers.get("x-request-id"))).find(({ event }) => event === "request");

  const refusedLine = await findLine(await customer.fetch("/v1/admin/users"));
  expect(refusedLine).toMatchObject({ status: 403, actor: "user", user_id: user.id });
  const anonymousLine = await findLine(await anonymousClient.fetch("/v1/admin/users"));
  expect(anonymousLine).toMatchObject({ status: 401, network: refusedLine?.["network"] });
  expect(anonymousLine).not.toHaveProperty("user_id");
  const otherLine = await findLine(await otherClient.fetch("/v1/admin/users"));
  expect(otherLine?.["network"]).toMatch(/^[0-9a-f]{32}$/);
  expect(otherLine?.["network"]).not.toBe(refusedLine?.["network"]);
  expect(worker.lines.join("\n")).not.toContain(customer.ip);
});

test("the line of a refusal that a page of the console hides names who was refused, too", async () => {
  const { token, user } = await signedIn();
  const catalogueAdmin = await signedInAdmin("catalogue");
  for (const [session, user_id, path] of [
    [token, user.id, pages.receivables],
    [catalogueAdmin.token, catalogueAdmin.user.id, pages.receivables],
    [catalogueAdmin.token, catalogueAdmin.user.id, pages.receivablesCsv],
    [catalogueAdmin.token, catalogueAdmin.user.id, `${pages.receivablesStatementPdf}?org_id=${user.org_id}`],
  ] as const) {
    const response = await createClient({ url: worker.url, session }).fetch(path);
    expect([path, response.status]).toEqual([path, 404]);
    const lines = await waitForLines(worker.lines, response.headers.get("x-request-id"));
    expect(lines.at(-1), path).toMatchObject({ actor: "user", user_id, network: expect.any(String) });
  }
  const impersonation = await impersonating();
  const refusedAnswer = await createClient({ url: worker.url, session: impersonation.token }).fetch("/v1/admin/users");
  const [refusal] = await waitForLines(worker.lines, refusedAnswer.headers.get("x-request-id"));
  expect(refusal).toMatchObject({
    status: 403,
    actor: "impersonator",
    user_id: impersonation.customer.id,
    impersonator_id: impersonation.user.id,
  });
  const missingPage = await createClient({ url: worker.url, session: token }).fetch("/admin/no-such-page");
  const line = (await waitForLines(worker.lines, missingPage.headers.get("x-request-id"))).at(-1);
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
  const secretHeaders = { "x-captcha-token": "captcha-token-of-mine", "user-agent": "agent-of-mine" };

  await browser.call(signIn, { body: { username: user.email, password }, headers: secretHeaders });
  await browser.call(signIn, { body: { username: user.email, password: "wrong-Passw0rd!" }, headers: secretHeaders });
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
  const lastAnswer = await createClient({ url: worker.url, session }).call(takeClientLog, {
    body: { message: "from a client", level: "warn", event: { type: "error", url } },
  });

  await waitForLines(worker.lines, lastAnswer.headers.get("x-request-id"));
  const logText = worker.lines.join("\n");
  expect(logText).toContain("from a client");
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
  expect(logText).not.toMatch(/scrypt\$|postgres:\/\/|Bearer /);
});
