/** Non-executable data and build styles; together with `islands/ui/markup.tsx` the only unescaped output. */
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

/** Inline styles; the content security policy must include their hash. */
export function InlineStyles({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

/** Structured data of a public page for search engines (schema.org). */
export function LinkedData({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toJson(data) }} />;
}
