import { expect, test } from "vitest";
import { actorsOn } from "../support/actors.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { waitForLines } from "../support/log-lines.ts";
import { sandboxAt } from "../support/sandbox.ts";

test("an answer of 503 or 500 carries the id under which the log says why, and says nothing itself", async () => {
  const app = await startOwnApp();
  try {
    const database = openDatabase(app.sandbox.databaseUrl);
    const sandbox = sandboxAt(app.sandbox.url);
    const client = createClient({ url: app.worker.url, session: "a".repeat(43) });

    // twice, because the worker retries a failed read once
    await sandbox.addFault({ service: "database", kind: "status", value: 503, times: 2 });
    const unavailableAnswer = await client.fetch("/v1/sso/session");
    expect(unavailableAnswer.status).toBe(503);
    const outageLines = await waitForLines(app.lines, unavailableAnswer.headers.get("x-request-id"));
    expect(outageLines).toContainEqual(expect.objectContaining({ level: "error", event: "failure", status: 503 }));

    await database("alter table sessions rename column kind to not_kind");
    const brokenAnswer = await client.fetch("/v1/sso/session");
    const id = brokenAnswer.headers.get("x-request-id");
    expect(brokenAnswer.status).toBe(500);
    expect(await brokenAnswer.json()).toEqual({
      success: false,
      errcode: "INTERNAL_ERROR",
      message: "Internal Server Error",
      request_id: id,
    });
    const failureLines = await waitForLines(app.lines, id);
    expect(JSON.stringify(failureLines)).toMatch(/kind/);
    expect(failureLines.filter((line) => line["event"] === "failure")).toHaveLength(1);

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
    // Makes the update of a user fail: the error's message quotes the statement on one line, and then its parameters.
    await database("revoke update on users from current_user");
    answers.push(await client.fetch(`/v1/admin/users/${user.id}`, { method: "PUT", headers, body: "{}" }));
    expect(answers.at(-1)?.status).toBe(500);
    for (const { headers: answerHeaders } of answers) await waitForLines(app.lines, answerHeaders.get("x-request-id"));
    expect(app.lines.filter((line) => /value-of-mine/i.test(line) || line.includes(user.id))).toEqual([]);
  } finally {
    await app.stop();
  }
});
