import { policyFor } from "../lib/trusted-types.ts";

/**
 * The one file that may put text on a page as markup. `Markup` is for HTML that the server sanitised when it was written
 * and again when it was read; `JsonScript` and `LinkedData` are data that no browser executes, and `InlineStyles`
 * comes from the build.
 */
const policy = policyFor("markup", { createHTML: (html: string) => html });

export function Markup({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }} />;
}

const escapes: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

const toJson = (data: unknown) => JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (char) => escapes[char] ?? "");

export function JsonScript({ id, data }: { id: string; data: unknown }) {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: toJson(data) }} />;
}

export function InlineStyles({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

/** What search engines read about a public page (schema.org). */
export function LinkedData({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toJson(data) }} />;
}
