import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { specifiedTypeNames } from "../../worker/contract/notification-types.ts";
import { renderMail, renderInApp, renderTextMessage } from "../../worker/mail/index.ts";
import { Markdown } from "../../worker/ui/parts/markdown.tsx";
import { link, payloads } from "./mail-examples.ts";

const origin = "https://portal.cgx.test";
const renderMarkdown = (text: string) => renderToString(createElement(Markdown, { text, origin }));
const visibleText = (html: string) =>
  html
    .replace(/<\/?(strong|a)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">");

describe("in the app", () => {
  test.each(specifiedTypeNames)("%s says what its mail says, without a greeting", (type) => {
    const { title, markdown } = renderInApp(type, payloads[type]);
    expect(title).toBe(renderMail(type, payloads[type]).subject);
    expect(markdown).not.toMatch(/Hello|undefined|null|NaN/);
    const { text } = renderMail(type, payloads[type]);
    for (const line of visibleText(renderMarkdown(markdown))
      .split("\n")
      .filter((each) => /^[\w $.,:]{12,60}$/.test(each)))
      expect(text.replaceAll("\n", " ")).toContain(line.trim());
  });

  test.each(specifiedTypeNames)("%s lets nothing that somebody typed become a tag, a link or a style", (type) => {
    const evil = '<img src=x onerror="a()"> [x](javascript:a) **b** `c` # d & <https://e.test>';
    const payload: Record<string, unknown> = {
      ...payloads[type],
      subject: evil,
      message: `- ${evil}\n# ${evil}\n1. ${evil}`,
    };
    for (const key of ["org_name", "device_name"]) if (key in payload) payload[key] = evil;
    for (const key of ["org", "product"]) if (key in payload) payload[key] = { name: evil };
    const { markdown } = renderInApp(type, payload);
    // Without its escapes and safe links, the text must hold nothing that CommonMark reads as HTML, a link or an
    // autolink.
    const unescapedText = markdown
      .replaceAll(/\\[!-/:-@[-`{-~]/g, "")
      .replaceAll(/\[[^\]]*\]\(<(https?:|mailto:)[^<>]*>\)/g, "");
    expect(unescapedText).not.toMatch(/[<>`#]|\]\(/);
    expect(unescapedText).not.toMatch(/^\s*\d+[.)] /m);
    const html = renderMarkdown(markdown);
    expect(html).not.toMatch(/<(img|script|h1|ol|code)\b|javascript:(?!a\))|href="https:\/\/e/);
  });

  test("a link leads to https, to a mail program, to a path of ours, or nowhere", () => {
    const renderHrefs = (text: string) => [...renderMarkdown(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(
      renderHrefs(`[a](<${origin}/portal/orders/1?x=2>) [b](https://ups.example/1) [c](<mailto:a@b.test>)`),
    ).toEqual(["/portal/orders/1?x=2", "https://ups.example/1", "mailto:a@b.test"]);
    for (const badAddress of [
      "javascript:alert(1)",
      "JavaScript:alert",
      "data:text/html,x",
      "//evil.test",
      "http://evil.test/",
      "vbscript:x",
      " https:x",
    ])
      expect(renderHrefs(`[x](<${badAddress}>) [y](${badAddress})`), badAddress).toEqual([]);
    expect(renderMarkdown("<script>alert(1)</script> <b>x</b> &lt;")).not.toMatch(/<(script|b)>/);
  });

  test("its link is the thing's own", () => {
    expect(renderInApp("orderShipped", payloads.orderShipped).link).toEqual({ label: "Track shipment", url: link });
  });
});

test.each(specifiedTypeNames)("%s as a text message names the shop, the subject and where to go", (type) => {
  const { subject } = renderMail(type, payloads[type]);
  const text = renderTextMessage(type, payloads[type]);
  expect(text.split("\n")[0]).toBe(`CrunchBox: ${subject}`);
  expect(text).not.toMatch(/Hello|undefined|null|NaN/);
});
