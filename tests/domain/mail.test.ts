import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  type NotificationType,
  notificationTypeNames,
  notificationTypes,
} from "../../worker/contract/notification-types.ts";
import { createEmailGateway } from "../../worker/gateways/email.ts";
import { renderMail } from "../../worker/mail/index.ts";

const person = { first_name: "Ada", last_name: "Lovelace" };
const changed = { ...person, changed_at: "2026-11-20T14:05:00.000Z", support_email: "support@cgx.test" };
const url = "https://portal.cgx.test/setup/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10/481516?client_id=crunchbox&from=mail";

const account = {
  accountRequestReceived: { ...person, org_name: "Acme Robotics" },
  accountRequestApproved: { ...person, org: { name: "Acme Robotics" } },
  accountRequestRejected: { ...person, org_name: "Acme Robotics" },
  userSetup: { ...person, url, org: { name: "Acme Robotics" }, expires_in_hours: 168 },
  passwordReset: { ...person, url, expires_in_minutes: 60 },
  passwordChanged: changed,
  emailChangeVerification: { ...person, new_email: "ada@new.test", url, expires_in_hours: 24 },
  emailChanged: { ...changed, old_email: "ada@old.test", new_email: "ada@new.test" },
} satisfies Partial<Record<NotificationType, object>>;

// as: Object.entries forgets which keys the object has.
const cases = Object.entries(account) as [keyof typeof account, Record<string, unknown>][];
const withLink = cases.filter(([, payload]) => "url" in payload);

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
    expect(lines.filter((line) => line.length > 78 && line !== url)).toEqual([]);
  });

  test.each(cases)("%s loads nothing and runs nothing in HTML", (type, payload) => {
    const { html } = renderMail(type, payload);
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|\son\w+=|@import|url\(/i);
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

test.each(withLink)("%s carries the same link in HTML and on a line of its own in the text", (type, payload) => {
  const { html, text } = renderMail(type, payload);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  expect(links).toEqual([url, url]);
  expect(text.split("\n")).toContain(url);
});

test("a mail with a link says how long the link lives", () => {
  expect(renderMail("userSetup", account.userSetup).text).toMatch(/for 7 days/);
  expect(renderMail("passwordReset", account.passwordReset).text).toMatch(/for 1\s+hour /);
  expect(renderMail("emailChangeVerification", account.emailChangeVerification).text).toMatch(/for\s+24\s+hours/);
});

test("a change is reported with its instant in UTC", () => {
  expect(renderMail("passwordChanged", account.passwordChanged).text).toContain("November 20, 2026, 14:05 UTC");
});

test("a name that is an address is not printed, because anyone can have a mail sent to anyone", () => {
  const payload = { first_name: "https://evil.test/prize", last_name: "x", org_name: "www.evil.test" };
  const { html, text } = renderMail("accountRequestReceived", payload);
  expect(`${html}${text}`).not.toContain("evil.test");
  expect(text).toContain("Hello,");
});

test("a link that is not http or https is refused", () => {
  expect(() => renderMail("passwordReset", { ...account.passwordReset, url: "javascript:alert(1)" })).toThrow("url");
});

test("a type without a template is refused by name", () => {
  expect(() => renderMail("orderShipped", { order_number: "1" })).toThrow("There is no mail template for orderShipped");
});

const isBounded: Record<string, (schema: Record<string, unknown>) => boolean> = {
  string: (schema) =>
    "maxLength" in schema || "enum" in schema || schema["format"] === "uuid" || schema["pattern"] === "^\\d{4}$",
  integer: (schema) => "minimum" in schema && "maximum" in schema,
  number: (schema) => "minimum" in schema && "maximum" in schema,
  array: (schema) => "maxItems" in schema,
};

/** Paths in a JSON schema whose values can be of any size. */
const findUnbounded = (schema: object, path: string): string[] => {
  const entries = Object.entries(schema);
  const type = entries.find(([key]) => key === "type")?.[1];
  const bounded = typeof type !== "string" || (isBounded[type]?.(Object.fromEntries(entries)) ?? true);
  const inner = entries.flatMap(([key, value]) =>
    typeof value === "object" && value ? findUnbounded(value, `${path}.${key}`) : [],
  );
  return bounded ? inner : [path, ...inner];
};

describe("the notification types", () => {
  test("are 29, among them the five that are named", () => {
    expect(notificationTypeNames).toHaveLength(29);
    const named = ["welcome", "orderShipped", "invoiceForOrder", "subscriptionRenewalReminder", "userRoleAdded"];
    expect(notificationTypeNames).toEqual(expect.arrayContaining(named));
  });

  test.each(notificationTypeNames)("%s bounds every text, number and list of its payload", (type) => {
    expect(findUnbounded(z.toJSONSchema(notificationTypes[type].payload), type)).toEqual([]);
  });

  test("that carry a secret link go by e-mail alone", () => {
    for (const type of ["userSetup", "passwordReset", "emailChangeVerification"] as const) {
      expect(notificationTypes[type].channels).toEqual(["email"]);
    }
  });
});

describe("the e-mail gateway", () => {
  let answer: { status: number; body: string; headers?: Record<string, string> };
  let received: { key: unknown; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    received.push({ key: request.headers["idempotency-key"], body: chunks.join("") });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (to = "ada@acme.test") => {
    received = [];
    // as: a server that listens on a port has an address object.
    const { port } = server.address() as AddressInfo;
    const settings = {
      EMAIL_API_URL: `http://127.0.0.1:${port}/`,
      EMAIL_API_KEY: "re_secret",
      EMAIL_FROM: "CGX <a@cgx.test>",
    };
    const mail = { to, type: "passwordReset", payload: account.passwordReset, idempotency_key: "outbox/1" } as const;
    return createEmailGateway(settings).send(mail);
  };

  test("sends one message with its idempotency key", async () => {
    answer = { status: 200, body: '{"id":"1"}' };
    await send();
    expect(received.map(({ key }) => key)).toEqual(["outbox/1"]);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ from: "CGX <a@cgx.test>", to: ["ada@acme.test"] });
  });

  test.each([
    [429, "", true],
    [503, "", true],
    [409, '{"name":"concurrent_idempotent_requests"}', true],
    [409, "", true],
    [409, '{"name":"invalid_idempotent_request"}', false],
    [422, '{"message":"ada@acme.test is not valid, key re_secret"}', false],
  ])("an answer %i %s is worth repeating: %s", async (status, body, retryable) => {
    answer = { status, body };
    const error = await send().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "GatewayError", service: "email", status, retryable });
    expect(String(error)).not.toMatch(/ada@|re_secret/);
  });

  test("does not follow a redirect with the message", async () => {
    answer = { status: 307, body: "", headers: { location: "/elsewhere" } };
    await expect(send()).rejects.toMatchObject({ status: 307, retryable: false });
    expect(received).toHaveLength(1);
  });

  test.each(["a@b.test, c@d.test", "Ada <a@b.test>", "a@b.test\r\nBcc: c@d.test"])(
    "refuses %j as a recipient",
    async (to) => {
      await expect(send(to)).rejects.toMatchObject({ retryable: false });
      expect(received).toHaveLength(0);
    },
  );
});
