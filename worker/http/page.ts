import type { ReactElement } from "react";
import { type ClientId, storefrontClient } from "../contract/paths.ts";
import type { Ctx } from "../domain/context.ts";
import type { Head } from "../html/render.tsx";
import type { AppContext, Route } from "./app-env.ts";
import { cachedForVisitors, keepPage, readPage } from "./cache.ts";
import { writeVerifyCookie } from "./cookies.ts";
import { send } from "./headers.ts";
import { requireSameOrigin } from "./origin.ts";
import { kindOf, render, show } from "./show.ts";
import { findViewer, type Viewer } from "./viewer.ts";
import { hrefOf, pages } from "../contract/pages.ts";

export type PublicSettings = {
  public_url: string;
  main_web_url: string;
  admin_web_url: string;
  desktop_scheme: string;
  flowpoint_download_url: string;
  support_email: string;
  captcha_site_key: string;
  captcha_script_url: string;
};
export type PageInput = {
  ctx: Ctx;
  url: URL;
  params: Record<string, string>;
  query: URLSearchParams;
  viewer: Viewer | null;
  settings: PublicSettings;
  setVerificationCookie(token: string): void;
  /** A person's browser shows the page, as opposed to a prefetcher or a mail scanner that only reads it. */
  isNavigation: boolean;
};
export type PageOutcome = { outcome: "redirect"; location: string } | { outcome: "not-found" };
export type PageSpec<D> = {
  path: string;
  access: "anyone" | "session" | "admin";
  sign_in_client?: ClientId;
  /** By what its HTML is kept for visitors: "page" depends on path and settings alone, "visitors" is kept 60 s (http/cache.ts). */
  cache?: "page" | "visitors";
  load: (input: PageInput) => Promise<D | PageOutcome>;
  view: (data: D, input: PageInput) => ReactElement;
  head: (data: D) => Head;
};
export type PageRoute = Route;

export const redirectTo = (location: string): PageOutcome => ({ outcome: "redirect", location });
export const showNotFound = (): PageOutcome => ({ outcome: "not-found" });
const isOutcome = (value: unknown): value is PageOutcome =>
  typeof value === "object" && value !== null && "outcome" in value;

/** Thrown to show the not-found view from anywhere below a page. */
export class PageNotFound extends Error {}

/** A page: access, load, view. It calls the same verbs as the API, in process; whoever must sign in first is sent there and back. */
export const page = <D>(spec: PageSpec<D>): PageRoute => ({
  method: "GET",
  path: spec.path,
  handle: spec.cache === "visitors" ? cachedForVisitors((c) => answer(spec, c)) : (c) => answer(spec, c),
});

/** The same page as the answer to a plain form, which works without script; only our own pages may send it (T8). */
export const pagePost = <D>(spec: PageSpec<D>): PageRoute => ({
  method: "POST",
  path: spec.path,
  handle: (c) => {
    requireSameOrigin(c);
    return answer(spec, c);
  },
});

async function answer<D>(spec: PageSpec<D>, c: AppContext): Promise<Response> {
  const viewer = await findViewer(c);
  const keptAs = spec.cache === "page" && !viewer && !c.req.url.includes("?") ? c.req.path : undefined;
  const kept = keptAs === undefined ? undefined : readPage(keptAs);
  if (kept) return send(c, kept.html, 200, kept.kind);
  const url = new URL(c.req.url);
  if (spec.access !== "anyone" && !viewer) return c.redirect(signInUrl(spec, url));
  if (spec.access === "admin" && !viewer?.roles.includes("admin")) throw new PageNotFound();
  const input = toInput(c, url, viewer);
  const data = await spec.load(input);
  if (isOutcome(data)) {
    if (data.outcome === "not-found") throw new PageNotFound();
    return c.redirect(data.location);
  }
  const head = spec.head(data);
  const body = () => spec.view(data, input);
  if (keptAs === undefined) return show(c, head, body, 200);
  const made = keepPage(keptAs, render(head, body), kindOf(c, head));
  return send(c, made.html, 200, made.kind);
}

function signInUrl(spec: Pick<PageSpec<never>, "sign_in_client">, url: URL): string {
  const client_id = spec.sign_in_client ?? storefrontClient;
  return hrefOf(pages.signIn, { client_id }, { redirect_uri: url.pathname + url.search });
}

function toInput(c: AppContext, url: URL, viewer: Viewer | null): PageInput {
  const { settings } = c.get("ctx");
  const isPrefetch = /prefetch|prerender/.test(`${c.req.header("sec-purpose")} ${c.req.header("purpose")}`);
  return {
    ctx: c.get("ctx"),
    url,
    params: c.req.param(),
    query: url.searchParams,
    viewer,
    settings: {
      public_url: settings.PUBLIC_URL,
      main_web_url: settings.MAIN_WEB_URL,
      admin_web_url: settings.ADMIN_WEB_URL,
      desktop_scheme: settings.DESKTOP_SCHEME,
      flowpoint_download_url: settings.FLOWPOINT_DOWNLOAD_URL,
      support_email: settings.SUPPORT_EMAIL,
      captcha_site_key: settings.CAPTCHA_SITE_KEY,
      captcha_script_url: settings.CAPTCHA_SCRIPT_URL,
    },
    setVerificationCookie: (token) => writeVerifyCookie(c, token),
    isNavigation: c.req.header("sec-fetch-dest") === "document" && !isPrefetch,
  };
}
