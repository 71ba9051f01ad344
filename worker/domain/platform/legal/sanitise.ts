import { FilterXSS } from "xss";

const filter = new FilterXSS({
  whiteList: Object.fromEntries(
    [
      "h1",
      "h2",
      "h3",
      "h4",
      "p",
      "ul",
      "ol",
      "li",
      "strong",
      "em",
      "b",
      "i",
      "br",
      "hr",
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "section",
    ].map((tag) => [tag, []]),
  ),
  stripIgnoreTag: true,
  stripIgnoreTagBody: ["script", "style"],
});

/** Removes all HTML but the text's structure, so that nothing runs, loads or links (T5). */
export const sanitize = (html: string): string => filter.process(html);
