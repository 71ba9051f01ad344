import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { visitor } from "../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";

const noUser = "00000000-0000-4000-8000-000000000000";

let worker: LoggedWorker;
beforeAll(async () => {
  worker = await startSecondWorker({ CAPTCHA_SCRIPT_URL: "https://www.google.com/recaptcha/api.js" });
});
afterAll(() => worker?.stop());

// developers.google.com/recaptcha/docs/faq: what a content security policy must allow.
test("the real bot check may load its scripts and frames, and nothing else of Google's", async () => {
  const policy = (await fetch(`${worker.url}/sign-in/crunchbox`)).headers.get("content-security-policy") ?? "";
  const sources = (directive: string) => new RegExp(`${directive} ([^;]+)`).exec(policy)?.[1]?.split(" ");
  expect(sources("script-src")).toEqual(["'self'", "https://www.google.com", "https://www.gstatic.com"]);
  expect(sources("frame-src")).toEqual(["https://www.google.com", "https://recaptcha.google.com"]);
  expect(sources("require-trusted-types-for")).toEqual(["'script'"]);
});

test("only pages with a form for strangers let the bot check in", async () => {
  const origins = async (path: string) => {
    const policy = (await visitor().fetch(path)).headers.get("content-security-policy") ?? "";
    return [...policy.matchAll(/https?:\/\/[^\s;]+/g)].map(String);
  };
  for (const path of ["/sign-in/crunchbox", "/request-account", "/recover-password"]) {
    const expected = new URL(inject("workerVars")["CAPTCHA_SCRIPT_URL"] ?? "").origin;
    expect(new Set(await origins(path)), path).toEqual(new Set([expected]));
  }
  for (const path of [
    "/license-agreement",
    "/docs",
    "/no/such/page",
    `/verify-email/${noUser}/AAAAAA`,
    "/v1/sso/session",
    "/health",
  ]) {
    expect(await origins(path), path).toEqual([]);
  }
});
