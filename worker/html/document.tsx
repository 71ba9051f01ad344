import type { Stylesheet } from "virtual:assets";
import { InlineStyles } from "../ui/raw-tags.tsx";

export type Head = {
  title: string;
  description?: string;
  /** The page has a form with a bot check, whose script loads on the form's first use. */
  captcha?: boolean;
  no_referrer?: boolean;
  canonical?: string;
  /** Absolute URL of the picture in link previews; default: the shop's. */
  image?: string;
  no_store?: boolean;
  has_frames?: boolean;
  /** Interval of the automatic refresh in seconds; the page must have a link that turns it off (WCAG 2.2, 2.2.2). */
  refresh_s?: number | undefined;
};

export type Links = {
  stylesheet: Stylesheet;
  follows_system: boolean;
  early: string | undefined;
  scripts: string[];
  preload: string[];
};

/** Metadata for search engines and link previews (https://ogp.me). */
function PreviewTags({ head, url }: { head: Head; url: string }) {
  const image = head.image ?? new URL("/og.png", url).href;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="CGX CrunchBox" />
      <meta property="og:title" content={head.title.replace(/ · CrunchBox$/, "")} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export function HeadTags({ head, links }: { head: Head; links: Links }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.no_referrer && <meta name="referrer" content="no-referrer" />}
      {head.canonical && <PreviewTags head={head} url={head.canonical} />}
      {links.follows_system && (
        <>
          <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#10171c" media="(prefers-color-scheme: dark)" />
          <link rel="manifest" href="/manifest.webmanifest" />
        </>
      )}
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
