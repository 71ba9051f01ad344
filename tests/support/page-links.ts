import { pages } from "../../worker/contract/pages.ts";

export const isLiteral = (segment: string): boolean => !segment.startsWith(":");

export const literalPages: string[] = Object.values<string>(pages).filter((path) => path.split("/").every(isLiteral));

/** A page's rank: literal segments come before parameters that also match. */
function rankPage(path: string): number {
  const segments = path.split("/");
  return segments.reduce((sum, each, index) => sum + (isLiteral(each) ? 2 ** (20 - index) : 0), 0);
}
const patterns = Object.values<string>(pages)
  .toSorted((one, other) => rankPage(other) - rankPage(one))
  .map((path) => ({ path, regex: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) }));

/** The page to which an address leads, such as "/portal/orders/:order_id". */
export function matchPage(address: string): string {
  const path = address.replace(/[?#].*$/, "");
  return patterns.find(({ regex }) => regex.test(path))?.path ?? path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id");
}

export const parseAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&amp;", "&")
    .replaceAll(/&(?:quot|#34);/g, '"');

/** Targets of links and frames within the site, without fragments. */
export function parseLinks(html: string): string[] {
  const tags = [...html.matchAll(/<(?:a|iframe)\s[^>]*>/g)].map(([tag]) => tag);
  return tags.flatMap((tag) => {
    const address = parseAttribute(tag, tag.startsWith("<a") ? "href" : "src") ?? "";
    return /^\/(?!\/)/.test(address) ? [address.replace(/#.*$/, "")] : [];
  });
}
