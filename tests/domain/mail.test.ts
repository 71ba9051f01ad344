import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { MailType } from "../../worker/contract/notification-types.ts";
import { renderMail } from "../../worker/mail/index.ts";
import { link, payloads } from "./mail-examples.ts";

// `as`: Object.entries loses the type of the keys.
const cases = Object.entries(payloads) as [MailType, Record<string, unknown>][];
const linkFields = ["url", "tracking_link", "manage_subscription_url", "download_url"];
const linkCases = cases.filter(([, payload]) => linkFields.some((field) => field in payload));

describe("every mail", () => {
  test.each(cases)("%s has a subject, an HTML document and a text", (type, payload) => {
    const { subject, html, text } = renderMail(type, payload);
    expect(subject).not.toBe("");
    expect(html.match(/<!DOCTYPE html>/gi)).toHaveLength(1);
    expect(html).toContain("Hello Ada Lovelace,");
    expect(text).toContain("Hello Ada Lovelace,");
    expect(`${subject}${text}`).not.toMatch(/undefined|null|\[object|NaN|!/);
  });

  test.each(cases)("%s escapes the names of persons and organizations", (type, payload) => {
    const evil = `<script>alert("1")</script>'&`;
    const { html } = renderMail(type, { ...payload, first_name: evil, org_name: evil, org: { name: evil } });
    expect(html).not.toMatch(/<script/i);
    expect(html).toContain("&lt;script");
    expect(html).not.toContain(`alert("1")`);
  });

  test.each(cases)(
    "%s keeps line breaks and control characters of a name out of subject and headers",
    (type, payload) => {
      const evil = "Ada\r\nBcc: victim@evil.test\u0000\u202e";
      const { subject, text } = renderMail(type, { ...payload, first_name: evil, org_name: evil, org: { name: evil } });
      expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(subject.length).toBeLessThanOrEqual(150);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(text).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
    },
  );

  test.each(cases)("%s has text lines of at most 78 characters, links apart", (type, payload) => {
    const lines = renderMail(type, { ...payload, org_name: "Very Long Name ".repeat(20) }).text.split("\n");
    expect(lines.filter((line) => line.length > 78 && line !== link)).toEqual([]);
  });

  test.each(cases)("%s loads nothing and runs nothing in HTML", (type, payload) => {
    const { html } = renderMail(type, payload);
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|\son\w+=|@import|url\(/i);
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

test.each(linkCases)("%s carries the same link in HTML and on a line of its own in the text", (type, payload) => {
  const { html, text } = renderMail(type, payload);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  const addresses = links.filter((href) => !href?.startsWith("mailto:"));
  expect(addresses.length).toBeGreaterThanOrEqual(2);
  expect(new Set(addresses)).toEqual(new Set([link]));
  expect(links.filter((href) => href?.startsWith("mailto:") && href !== "mailto:support@cgx.test")).toEqual([]);
  expect(text.split("\n")).toContain(link);
});

test("a mail with a link says how long the link lives", () => {
  expect(renderMail("userSetup", payloads.userSetup).text).toMatch(/for 7 days/);
  expect(renderMail("passwordReset", payloads.passwordReset).text).toMatch(/for 1\s+hour /);
  expect(renderMail("emailChangeVerification", payloads.emailChangeVerification).text).toMatch(/for\s+24\s+hours/);
});

test("a change is reported with its instant in UTC", () => {
  expect(renderMail("passwordChanged", payloads.passwordChanged).text).toContain("20 Nov 2026, 14:05 UTC");
});

test("a name that is an address is not printed, because anyone can have a mail sent to anyone", () => {
  const payload = { first_name: "https://evil.test/prize", last_name: "x", org_name: "www.evil.test" };
  const { html, text } = renderMail("accountRequestReceived", payload);
  expect(`${html}${text}`).not.toContain("evil.test");
  expect(text).toContain("Hello,");
});

test.each([
  "free-prize.com/win (open it now)",
  "evil.test",
  "http:evil",
  "192.168.0.1",
  "evil .com",
  "evil\u2024com",
  "evil.store",
  "Evil.DE",
  "x.win",
  "müller.eu",
  "ada@evil.test",
  "evil。com",
])("neither a person nor an organization is called %j in a mail", (name) => {
  const { html, text } = renderMail("accountRequestReceived", { first_name: name, last_name: "x", org_name: name });
  expect(`${html}${text}`).not.toContain(name);
  expect(text).toContain("Hello,\n");
  expect(text).toContain("your organization");
});

test.each(["St. Mary's Hospital", "Acme Inc.", "J. R. Ewing & Co. KG", "No. 5"])(
  "%j is a name and is printed",
  (name) => {
    const { text } = renderMail("accountRequestReceived", { first_name: name, last_name: "x", org_name: name });
    expect(text).toContain(`Hello ${name} x,`);
    expect(text.replaceAll("\n", " ")).toContain(`account for ${name}.`);
  },
);

test("a link that is not http or https is refused", () => {
  expect(() => renderMail("passwordReset", { ...payloads.passwordReset, url: "javascript:alert(1)" })).toThrow("url");
});

test("a type without a template is refused by name", () => {
  // `as`: a stored message may have a type that this release does not know.
  expect(() => renderMail("gone" as MailType, {})).toThrow("There is no mail template for gone");
});

test("what an administrator writes stands in subject and body, as text and not as markup", () => {
  const adminTexts = { subject: "Closed on Friday", message: "First <b>line</b>.\r\nSecond line." };
  const { subject, html, text } = renderMail("welcome", { ...payloads.welcome, ...adminTexts });
  expect(subject).toBe("Closed on Friday");
  expect(html).toMatch(/<p[^>]*>First &lt;b/);
  expect(text).toContain("First <b>line</b>.\n\nSecond line.");
});

test("a message to many that names nobody greets without a name", () => {
  expect(renderMail("newPluginVersion", { product: { name: "Filter" }, version: "2.0" }).text).toContain("\nHello,\n");
});

test("the button has the accent of the pages, in light and in dark", () => {
  const theme = readFileSync(new URL("../../worker/ui/styles/tokens.css", import.meta.url), "utf8");
  const accents = [...theme.matchAll(/--accent: (#\w{6});/g)].map(([, colour]) => colour);
  const texts = [...theme.matchAll(/--on-accent: (#\w{6});/g)].map(([, colour]) => colour);
  const { html } = renderMail("passwordReset", payloads.passwordReset);
  expect(accents).toHaveLength(2);
  expect(html).toMatch(new RegExp(`<td(?=[^>]*class="accent")[^>]*background-color: ?${accents[0]}`));
  expect(html).toMatch(new RegExp(`<a(?=[^>]*class="button")[^>]*[";]color: ?${texts[0]}`));
  expect(html).toContain(`.accent { background-color: ${accents[1]} !important; }`);
  expect(html).toContain(`.button { color: ${texts[1]} !important; }`);
});
