import type { Stylesheet } from "virtual:assets";
import { InlineStyles } from "../ui/raw-tags.tsx";

export type Head = {
  title: string;
  description?: string;
  /** The page holds a form that the bot check guards; its script loads on first use, never with the page. */
  captcha?: boolean;
  no_referrer?: boolean;
  /** Absolute address that search engines shall show. */
  canonical?: string;
  no_store?: boolean;
};

export type Links = { stylesheet: Stylesheet; early: string | undefined; scripts: string[]; preload: string[] };

/** What stands in `<head>`: scripts are modules by address, the one stylesheet holds every style. */
export function HeadTags({ head, links }: { head: Head; links: Links }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.no_referrer && <meta name="referrer" content="no-referrer" />}
      {head.canonical && <link rel="canonical" href={head.canonical} />}
      {links.early && <script type="module" async fetchPriority="high" src={links.early} />}
      {"css" in links.stylesheet ? (
        <InlineStyles css={links.stylesheet.css} />
      ) : (
        <link rel="stylesheet" href={links.stylesheet.href} />
      )}
      {links.preload.map((href) => (
        <link rel="modulepreload" href={href} key={href} />
      ))}
      {links.scripts.map((src) => (
        <script type="module" src={src} key={src} />
      ))}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    </>
  );
}
