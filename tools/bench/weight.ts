import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Bytes that are transferred for a page before any interaction. */
export interface Weight {
  html_gzip: number;
  /** Includes imported modules. */
  script_brotli: number;
  scripts: string[];
  /** Inline stylesheets have no path. */
  stylesheets: { path?: string; gzip: number }[];
  third_party: string[];
}

// A quality for compression on the fly; Brotli's default of 11 is for files that are compressed once.
const brotliQuality = 5;

/** Throws if the response is no HTML page. */
export async function weigh(url: string, headers: Record<string, string> = {}): Promise<Weight> {
  const html = await fetchText(url, "text/html", headers);
  const links = parseLinks(html, url);
  const sameOrigin = (list: string[]) => list.filter((link) => new URL(link).origin === new URL(url).origin);
  const scripts = await readScripts(sameOrigin(links.scripts));
  return {
    html_gzip: gzipSync(html).length,
    script_brotli: [...scripts.values()].reduce((sum, text) => sum + brotliBytes(text), inlineScriptBytes(html)),
    scripts: [...scripts.keys()].map((link) => new URL(link).pathname),
    stylesheets: [
      ...[...html.matchAll(/<style>([^<]+)/g)].map(([, css = ""]) => ({ gzip: gzipSync(css).length })),
      ...(await Promise.all(
        sameOrigin(links.stylesheets).map(async (link) => ({
          path: new URL(link).pathname,
          gzip: gzipSync(await fetchText(link, "text/css")).length,
        })),
      )),
    ],
    third_party: links.all.filter((link) => new URL(link).origin !== new URL(url).origin),
  };
}

/** Resources that the HTML loads, without navigation links. */
function parseLinks(html: string, url: string) {
  const tags = [...html.matchAll(/<(script|link|img|source|iframe|embed|object|video|audio)\b([^>]*)>/gi)].flatMap(
    ([, tag = "", attributes = ""]) => {
      const attribute = (name: string) =>
        new RegExp(`\\s${name}="([^"]*)"`, "i").exec(attributes)?.[1]?.replaceAll("&amp;", "&");
      const rel = attribute("rel") ?? "";
      const address = attribute("src") ?? attribute("href") ?? attribute("data");
      return address === undefined || rel === "canonical" ? [] : [{ tag, rel, link: new URL(address, url).href }];
    },
  );
  const linksWhere = (matches: (tag: string, rel: string) => boolean) =>
    tags.filter(({ tag, rel }) => matches(tag, rel)).map(({ link }) => link);
  return {
    all: linksWhere(() => true),
    scripts: linksWhere((tag, rel) => tag === "script" || rel === "modulepreload"),
    stylesheets: linksWhere((_tag, rel) => rel === "stylesheet"),
  };
}

/**
 * Whether a script loads only when a user uses a passkey or fails the bot check; the budget of a page excludes such
 * scripts. `tests/e2e/forms/email-code.test.ts` and `tests/e2e/account/passkeys.test.ts` test that they load no
 * earlier.
 */
export const isOnDemand = (link: string): boolean => /\/(passkeys?|email-code)-[\w-]+\.js$/.test(link);

async function readScripts(links: string[]): Promise<Map<string, string>> {
  const textByLink = new Map<string, string>();
  const queue = [...links];
  for (let link = queue.pop(); link !== undefined; link = queue.pop()) {
    if (textByLink.has(link) || isOnDemand(link)) continue;
    const text = await fetchText(link, "javascript");
    textByLink.set(link, text);
    queue.push(...importedPaths(text).map((path) => new URL(path, link).href));
  }
  return textByLink;
}

/** Addresses of the modules that a script imports, relative to its own. */
export const importedPaths = (script: string): string[] =>
  [...script.matchAll(/(\bfrom|\bimport)\s*\(?\s*["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g)].map(([, , path = ""]) => path);

/** Brotli bytes of the scripts in the HTML, without the JSON data of islands. */
function inlineScriptBytes(html: string): number {
  const texts = [...html.matchAll(/<script\b(?![^>]*type="application\/json")[^>]*>([^<]+)<\/script>/gi)].map(
    ([, text = ""]) => text,
  );
  return texts.reduce((sum, text) => sum + brotliBytes(text), 0);
}

export function brotliBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }).length;
}

async function fetchText(url: string, type: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers, redirect: "manual" });
  const contentType = answer.headers.get("content-type") ?? "";
  const isExpected = answer.status === 200 || answer.status === 404;
  if (!isExpected || !contentType.includes(type))
    throw new Error(`${url} answered ${answer.status} ${contentType}, not ${type}`);
  return answer.text();
}
