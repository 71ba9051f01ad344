import assets from "virtual:assets";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { type PageAssets, PageAssetsContext } from "../ui/island.tsx";
import { TimeZone } from "../ui/date.tsx";
import { ImageOrigins } from "../ui/image-origins.tsx";
import { type Head, HeadTags, type Links } from "./document.tsx";

export type { Head } from "./document.tsx";

export const currentRelease: string = assets.release;

function linksFor({ names, stylesheet, plain_scripts, reports_errors }: PageAssets): Links {
  const scripts: string[] = import.meta.env.DEV ? ["/@vite/client"] : [];
  const preload = new Set<string>();
  for (const name of plain_scripts) scripts.push(assets[name]);
  for (const name of new Set(names)) {
    const island = assets.islands[name];
    if (!island) throw new Error(`islands/${name}.tsx is not part of the client build`);
    scripts.push(island.script);
    for (const file of island.preload) preload.add(file);
  }
  // the error reporter must run before the scripts that it watches
  if (reports_errors && scripts.length > 0) scripts.unshift(`${assets.errors}?release=${assets.release}`);
  const early = names.length > 0 ? assets.early : undefined;
  return {
    stylesheet: assets.stylesheets[stylesheet],
    follows_system: stylesheet !== "account",
    early,
    scripts,
    preload: [...preload],
  };
}

export const styleHashes: string[] = Object.values(assets.stylesheets).flatMap((sheet) =>
  "hash" in sheet ? [sheet.hash] : [],
);

/**
 * Lets the browser load files before it has read the page. The edge announces these files before the worker answers
 * (https://developers.cloudflare.com/cache/advanced-configuration/early-hints/). Module scripts are loaded in CORS
 * mode.
 */
function hintsFor({ stylesheet, early, preload, scripts }: Links): string | undefined {
  const style = "href" in stylesheet ? [`<${stylesheet.href}>; rel=preload; as=style`] : [];
  const modules = [...(early ? [early] : []), ...preload, ...scripts];
  const files = [...style, ...modules.map((href) => `<${href}>; rel=preload; as=script; crossorigin`)];
  return files.length > 0 && !import.meta.env.DEV ? files.join(", ") : undefined;
}

export type RenderedDocument = { html: string; hints: string | undefined };

type DocumentSpec = { head: Head; body: ReactElement; nonce_id: string; time_zone: string; image_origins: string[] };

/**
 * `nonce_id` is unguessable, new for every document, and names the islands' props. `image_origins` are the allowed
 * picture hosts.
 */
export function renderDocument({ head, body, nonce_id, time_zone, image_origins }: DocumentSpec): RenderedDocument {
  const pageAssets: PageAssets = {
    nonce_id,
    names: [],
    stylesheet: "site",
    plain_scripts: new Set(),
    palette_script: assets.palette,
    suggestions_script: assets.suggestions,
    reports_errors: false,
  };
  const content = renderToString(
    <PageAssetsContext.Provider value={pageAssets}>
      <TimeZone.Provider value={time_zone}>
        <ImageOrigins.Provider value={image_origins}>{body}</ImageOrigins.Provider>
      </TimeZone.Provider>
    </PageAssetsContext.Provider>,
  );
  const links = linksFor(pageAssets);
  const headTags = renderToString(<HeadTags head={head} links={links} />);
  const html = `<!doctype html><html lang="en"><head>${headTags}</head><body>${content}</body></html>`;
  return { html, hints: hintsFor(links) };
}
