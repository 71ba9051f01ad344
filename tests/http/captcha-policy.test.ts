import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { visitor } from "../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";

const noUser = "00000000-0000-4000-8000-000000000000";

let worker: LoggedWorker;
let recaptchaNetWorker: LoggedWorker;
beforeAll(async () => {
  worker = await startSecondWorker({ CAPTCHA_SCRIPT_URL: "https://www.google.com/recaptcha/api.js" });
  recaptchaNetWorker = await startSecondWorker({ CAPTCHA_SCRIPT_URL: "https://www.recaptcha.net/recaptcha/api.js" });
});
afterAll(async () => {
  await worker?.stop();
  await recaptchaNetWorker?.stop();
});

const fetchPolicy = async (url: string) => (await fetch(url)).headers.get("content-security-policy") ?? "";
const sourcesIn = (policy: string, directive: string) =>
  new RegExp(`(?:^|; )${directive} ([^;]+)`).exec(policy)?.[1]?.split(" ");

// Sources that reCAPTCHA needs in a content security policy: https://cloud.google.com/recaptcha/docs/faq
test("the real bot check may load its scripts and frames, and nothing else of Google's", async () => {
  const policy = await fetchPolicy(`${worker.url}/sign-in/crunchbox`);
  const folders = ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"];
  expect(sourcesIn(policy, "script-src")).toEqual(["'self'", ...folders]);
  expect(sourcesIn(policy, "frame-src")).toEqual([folders[0], "https://recaptcha.google.com/recaptcha/"]);
  expect(sourcesIn(policy, "require-trusted-types-for")).toEqual(["'script'"]);
});

test("the bot check works from recaptcha.net, where google.com cannot be reached", async () => {
  const policy = await fetchPolicy(`${recaptchaNetWorker.url}/sign-in/crunchbox`);
  const folders = ["https://www.recaptcha.net/recaptcha/", "https://www.gstatic.com/recaptcha/"];
  expect(sourcesIn(policy, "script-src")).toEqual(expect.arrayContaining(["'self'", ...folders]));
  expect(policy).not.toContain("https://www.google.com");
  expect(sourcesIn(policy, "frame-src")).toEqual(expect.arrayContaining(folders.slice(0, 1)));
  for (const source of sourcesIn(policy, "script-src")?.slice(1) ?? []) expect(source).toMatch(/\/recaptcha\/$/);
});

test("only named policies may make markup or script addresses out of texts, those of the bot check where it is", async () => {
  const [formUrl, formlessUrl] = [`${worker.url}/sign-in/crunchbox`, `${worker.url}/license-agreement`];
  expect(sourcesIn(await fetchPolicy(formlessUrl), "trusted-types")).toEqual(["markup"]);
  const policyNames = sourcesIn(await fetchPolicy(formUrl), "trusted-types") ?? [];
  expect(policyNames).toEqual(expect.arrayContaining(["markup", "captcha", "recaptcha"]));
  expect(policyNames).not.toContain("*");
  expect(policyNames).not.toContain("default");
});

test("only pages with a form for strangers let the bot check in", async () => {
  const fetchOrigins = async (path: string) => {
    const policy = (await visitor().fetch(path)).headers.get("content-security-policy") ?? "";
    return [...policy.matchAll(/https?:\/\/[^\s;]+/g)].map(String);
  };
  for (const path of ["/sign-in/crunchbox", "/request-account", "/recover-password"]) {
    const expected = new URL(".", inject("workerVars")["CAPTCHA_SCRIPT_URL"] ?? "").href;
    expect(new Set(await fetchOrigins(path)), path).toEqual(new Set([expected]));
  }
  for (const path of [
    "/license-agreement",
    "/docs",
    "/no/such/page",
    `/verify-email/${noUser}/AAAAAA`,
    "/v1/sso/session",
    "/health",
  ]) {
    expect(await fetchOrigins(path), path).toEqual([]);
  }
});
