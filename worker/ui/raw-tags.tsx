/** The tags of this module and of `islands/ui/markup.tsx` are our only unescaped output. */
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

/** The content security policy must include the hash of `css`. */
export function InlineStyles({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

/** For search engines (schema.org). */
export function LinkedData({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toJson(data) }} />;
}
