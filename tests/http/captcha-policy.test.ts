import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";

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
