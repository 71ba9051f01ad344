import { describe, expect, test } from "vitest";
import { mailTypeNames } from "../../worker/contract/notification-types.ts";
import { examplePayloadFor, findProblems, listTemplates } from "../../worker/mail/editing.ts";
import { renderMail, renderInApp, renderTextMessage } from "../../worker/mail/index.ts";
import { payloads } from "./mail-examples.ts";

const site = { link: "https://portal.cgx.test/portal", support_email: "support@cgx.test" };
const templates = listTemplates(site);
const cases = templates.map((template) => [template.id, template] as const);
const findTemplate = (id: string) => {
  const template = templates.find((each) => each.id === id);
  if (!template) throw new Error(`no template ${id}`);
  return template;
};

test("every type of mail can be changed, but for those that are written by hand", () => {
  const types = [...new Set(templates.map(({ type }) => type))];
  expect([...types, "announcement", "mustRead"].toSorted()).toEqual(mailTypeNames.toSorted());
  const names = templates.map(({ group, name }) => `${group}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(cases)("%s", (id, template) => {
  const payload = examplePayloadFor(template, site);
  const text = template.original;

  test("saved as it is makes the same mail, to the byte", () => {
    expect(renderMail(template.type, payload, { [id]: text })).toEqual(renderMail(template.type, payload));
    expect(findProblems(template, text)).toEqual([]);
  });

  test("is what its example shows, in each of its parts", () => {
    const changedText = {
      ...text,
      subject: "S 1",
      preheader: "P 2",
      title: "T 3",
      body: "B 4\n\n**B** 5",
      footnote: "F 6",
    };
    const { subject, html, text: plain } = renderMail(template.type, payload, { [id]: changedText });
    expect(subject).toBe("S 1");
    for (const words of ["P 2", "T 3", "B 4", ">B</strong> 5"]) expect(html).toContain(words);
    for (const words of ["T 3", "B 4\n\nB 5"]) expect(plain).toContain(words);
    expect(template.has_action).toBe(html.includes('class="button"'));
  });

  test("has each field that it prints, with a description, and prints what it is in the example", () => {
    for (const { name, description, example } of template.fields) {
      expect(description).not.toBe("");
      const body = `${text.body}\n\nHere: {{${name}}}`;
      const { text: plain } = renderMail(template.type, payload, { [id]: { ...text, body } });
      const printedText = plain.replaceAll(/\s+/g, " ");
      if (example !== "" && !Array.isArray(example)) expect(printedText).toContain(`Here: ${example.slice(0, 40)}`);
      else expect(printedText).not.toContain("Here:");
    }
  });
});

describe("a text", () => {
  const renderBody = (body: string, payload: object = payloads.orderConfirmed) =>
    renderMail("orderConfirmed", payload, { orderConfirmed: { ...findTemplate("orderConfirmed").original, body } })
      .text;

  test("leaves a paragraph out whose field is empty, and prints what follows the bar instead of a part", () => {
    const { support_email: _, ...payload } = payloads.orderConfirmed;
    const body = "Write to {{support_email}}.\n\nAsk [[{{support_email}}|us]][[ at {{support_email}}]].";
    expect(renderBody(body, payload)).toContain("Hello Ada Lovelace,\n\nAsk us.\n");
    expect(renderBody(body)).toContain("Write to support@cgx.test.\n\nAsk support@cgx.test at support@cgx.test.");
  });

  test("asks for a field without printing it", () => {
    expect(renderBody("[[{{order_number?}}It has a number|It has none]].")).toContain("It has a number.\n");
  });

  test("is never HTML, and what a field holds is neither Markdown nor a field", () => {
    const evil = "**x** {{support_email}} [y](https://evil.test) <b>z</b>";
    const { html, text } = renderMail(
      "orderConfirmed",
      { ...payloads.orderConfirmed, order_number: "**7**" },
      { orderConfirmed: { ...findTemplate("orderConfirmed").original, body: "<i>No</i> {{order_number}}" } },
    );
    expect(html).toContain("&lt;i&gt;No&lt;/i&gt; **7**");
    expect(text).toContain("<i>No</i> **7**");
    const note = renderMail("noteMention", { ...payloads.noteMention, text: evil });
    expect(note.html).not.toMatch(/<b>|href="https:\/\/evil/);
    expect(note.text).toContain("**x** {{support_email}}");
  });

  test("is the same in the app and in text messages", () => {
    const texts = { welcome: { ...findTemplate("welcome").original, subject: "Hi there", body: "Be **welcome**." } };
    expect(renderInApp("welcome", payloads.welcome, texts)).toMatchObject({ title: "Hi there" });
    expect(renderInApp("welcome", payloads.welcome, texts).markdown).toContain("Be **welcome**.");
    expect(renderTextMessage("welcome", payloads.welcome, texts)).toMatch(/^CrunchBox: Hi there\n.*\nBe welcome\.$/);
  });
});

describe("a text is refused in plain words", () => {
  test.each([
    [
      "orderConfirmed",
      { body: "Your {{odrer_number}}" },
      "body",
      /no field \{\{odrer_number\}\}.*\{\{order_number\}\}/,
    ],
    ["orderConfirmed", { subject: "Your {{order_number}" }, "subject", /two pairs of braces/],
    ["orderConfirmed", { body: "A [[ of {{order_number}}" }, "body", /Close each part/],
    ["orderConfirmed", { body: "A [[b\n\nc]]" }, "body", /in its own paragraph/],
    ["orderConfirmed", { body: "[[a [[b]] c]]" }, "body", /put none into another/],
    ["orderConfirmed", { body: "[here](https://x.test/{{order_number}})" }, "body", /address of a link/],
    ["orderConfirmed", { subject: "{{order_number}}" }, "subject", /some words beside the fields/],
    ["orderConfirmed", { action: "" }, "action", /button needs a label/],
    ["desktopSignedOut", { action: "Go" }, "action", /has no button/],
    ["accountRequestRejected", { body: "No." }, "body", /Keep \{\{reason\}\}/],
    ["versionWithdrawn", { body: "[[{{reason?}}No.]]" }, "body", /Keep \{\{reason\}\}/],
  ] as const)("%s %j", (id, change, field, message) => {
    const problems = findProblems(findTemplate(id), { ...findTemplate(id).original, ...change });
    expect(problems).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});
