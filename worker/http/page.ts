import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Access } from "../contract/endpoint.ts";
import { Failure, forbidden } from "../contract/errors.ts";
import { readPageQuery } from "../contract/page-query.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import type { Ctx } from "../domain/context.ts";
import type { Head } from "../html/render.tsx";
import { rolesOf } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { cachedForVisitors, keepPage, readPage } from "./cache.ts";
import { writeVerifyCookie } from "./cookies.ts";
import { type Flash, takeFlash } from "./flash.ts";
import { send } from "./middleware/headers.ts";
import { requireSameOrigin } from "./origin.ts";
import { type PublicSettings, publicSettings } from "./public-settings.ts";
import { readCredentials } from "./session.ts";
import { kindOf, render, show } from "./show.ts";
import { findViewer, type Viewer } from "./viewer.ts";

/** The contract's words that a page may use. Nobody asks who looks at a `public` page. */
export type PageAccess = Extract<
  Access,
  "public" | "visitor-or-session" | "session" | "admin" | "org" | "org-or-buyer"
>;
type ViewerOf<A extends PageAccess> = A extends "public"
  ? null
  : A extends "visitor-or-session"
    ? Viewer | null
    : Viewer;
type Schema = z.ZodMiniType | undefined;
type Parsed<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : Record<never, never>;

/** What the address and the browser say. */
type Asked<P extends Schema, Q extends Schema> = {
  url: URL;
  params: Parsed<P>;
  query: Parsed<Q>;
  settings: PublicSettings;
  setVerificationCookie(token: string): void;
  /** A person's browser shows the page, as opposed to a prefetcher or a mail scanner that only reads it. */
  isNavigation: boolean;
};

/**
 * What `load` works with. The statements that it issues before it awaits anything travel in the round trip of the session;
 * whatever depends on who looks, or leaves our database, first awaits `viewer()`.
 */
export type LoadInput<A extends PageAccess, P extends Schema = undefined, Q extends Schema = undefined> = Asked<
  P,
  Q
> & {
  ctx: Ctx;
  viewer(): Promise<ViewerOf<A>>;
};
export type ViewInput<
  A extends PageAccess,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  L = undefined,
> = Asked<P, Q> & {
  ctx: Ctx;
  viewer: ViewerOf<A>;
  layout: L;
  /** What a plain form left for this page; its layout tells the message. */
  flash: Flash | null;
};

/** What stands around the pages of an area; what it shows is read in the same round trip as they are. */
export type Layout<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  load?(input: { ctx: Ctx; viewer(): Promise<V>; settings: PublicSettings }): Promise<L>;
  view(props: LayoutProps<L, S, V>): ReactElement;
};
export type LayoutProps<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  layout: L;
  viewer: V;
  settings: PublicSettings;
  url: URL;
  section: S | undefined;
  flash: Flash | null;
  children: ReactNode;
};

export type PageSpec<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string> = {
  path: string;
  access: A;
  /** A path whose parts do not parse leads nowhere. */
  params?: P;
  /** Of the contract's call; what does not parse is left out. */
  query?: Q;
  /** What the query means where it says nothing, when that is not what the contract says. */
  usual_query?: Record<string, string>;
  /** Rows of a page, where the address counts pages in place of the query's limit and offset. */
  page_size?: number;
  /** By what its HTML is kept for visitors: "page" depends on path and settings alone, "visitors" is kept 60 s (http/cache.ts). */
  cache?: "page" | "visitors" | undefined;
  layout?: Layout<L, S, ViewerOf<A>>;
  /** Which part of the layout's navigation the page belongs to. */
  section?: S;
  load?: (input: LoadInput<A, P, Q>) => Promise<D>;
  head: (data: D, input: ViewInput<A, P, Q, L>) => Head;
  view: (data: D, input: ViewInput<A, P, Q, L>) => ReactElement;
};

/** A page's route, and the page as the answer to a form of its own that was refused: 422, with what was typed. */
export type PageRoute = Route & { drawAgain: (c: AppContext, flash: Flash) => Promise<Response> };

/** Thrown to show the not-found view from anywhere below a page. */
export class PageNotFound extends Error {}

/** Thrown to lead elsewhere from anywhere below a page. */
export class Redirect extends Error {
  readonly location: string;
  constructor(location: string) {
    super("redirect");
    this.location = location;
  }
}

/**
 * A page: access, load, view. It calls the same verbs as the API, in process; whoever must sign in first is sent there and
 * back. A notFound failure of a verb is the not-found page, other failures are their pages.
 */
export const page = <
  const A extends PageAccess,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  D = undefined,
  L = undefined,
  S extends string = string,
>(
  spec: PageSpec<A, P, Q, D, L, S>,
): PageRoute => ({
  method: "GET",
  path: spec.path,
  handle: spec.cache === "visitors" ? cachedForVisitors((c) => answer(spec, c)) : (c) => answer(spec, c),
  drawAgain: (c, flash) => answer({ ...spec, cache: undefined }, c, flash),
});

/** The same page as the answer to a plain form, which works without script; only our own pages may send it (T8). */
export const pagePost = <
  const A extends PageAccess,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  D = undefined,
  L = undefined,
  S extends string = string,
>(
  spec: PageSpec<A, P, Q, D, L, S>,
): Route => ({
  method: "POST",
  path: spec.path,
  handle: (c) => {
    requireSameOrigin(c);
    return answer(spec, c);
  },
});

async function answer<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
  refused?: Flash,
): Promise<Response> {
  const isForVisitors = spec.access === "public" || !readCredentials(c);
  const keptAs = spec.cache === "page" && isForVisitors && !c.req.url.includes("?") ? c.req.path : undefined;
  const kept = keptAs === undefined ? undefined : readPage(keptAs);
  if (kept) return send(c, kept.html, 200, kept.kind);
  try {
    const { head, body } = await prepare(spec, c, refused);
    if (keptAs === undefined) return show(c, head, body, refused ? 422 : 200);
    const made = keepPage(keptAs, render(head, body, "UTC"), kindOf(c, head));
    return send(c, made.html, 200, made.kind);
  } catch (error) {
    if (error instanceof Redirect) return c.redirect(error.location);
    if (error instanceof Failure && error.family === "notFound") throw new PageNotFound();
    throw error;
  }
}

/** Throws Redirect, PageNotFound, USR_NOT_AUTHORIZED and what `load` throws. */
async function prepare<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
  refused: Flash | undefined,
) {
  const asked = readAsked(spec, c);
  const { promise: known, resolve: tell } = Promise.withResolvers<Viewer | null>();
  const viewer = () => known;
  const read = async (ctx: Ctx) => {
    const { params } = asked;
    if (!params) throw new PageNotFound();
    // who has no access is sent away before `viewer()` answers
    const input = { ...asked, params, ctx, viewer } as LoadInput<A, P, Q>;
    return Promise.all([spec.load?.(input), spec.layout?.load?.(input)]);
  };
  const roles = rolesOf[spec.access];
  const found = spec.access === "public" ? null : await findViewer(c, { roles }, read);
  requireReader(spec.access, found?.viewer ?? null, asked.url);
  tell(found?.viewer ?? null);
  const [data, layout] = await (found ? found.reading : read(c.get("ctx")));
  // `data` and `layout` are undefined only where the page has no load and no layout, and so are D and L
  const shown = {
    ...asked,
    ctx: c.get("ctx"),
    viewer: found?.viewer ?? null,
    layout,
    flash: refused ?? takeFlash(c, asked.url.pathname),
  } as ViewInput<A, P, Q, L>;
  const content = () => spec.view(data as D, shown);
  return { head: spec.head(data as D, shown), body: () => frame(spec, shown, content()) };
}

function frame<A extends PageAccess, P extends Schema, Q extends Schema, L, S extends string>(
  { layout, section }: Pick<PageSpec<A, P, Q, never, L, S>, "layout" | "section">,
  shown: ViewInput<A, P, Q, L>,
  children: ReactElement,
): ReactElement {
  return layout ? layout.view({ ...shown, section, children }) : children;
}

/** The page for administrators tells nobody else that it exists. */
function requireReader(access: PageAccess, viewer: Viewer | null, url: URL): void {
  if (access === "public" || access === "visitor-or-session") return;
  if (!viewer) {
    const client_id = access === "admin" ? adminClient : storefrontClient;
    throw new Redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: url.pathname + url.search }));
  }
  const roles = rolesOf[access];
  if (!roles || roles.some((role) => viewer.roles.includes(role))) return;
  throw access === "admin" ? new PageNotFound() : forbidden("USR_NOT_AUTHORIZED");
}

function readAsked<P extends Schema, Q extends Schema>(
  spec: Pick<PageSpec<PageAccess, P, Q, never, never, never>, "params" | "query" | "usual_query" | "page_size">,
  c: AppContext,
) {
  const url = new URL(c.req.url);
  const isPrefetch = /prefetch|prerender/.test(`${c.req.header("sec-purpose")} ${c.req.header("purpose")}`);
  const params = spec.params?.safeParse(c.req.param());
  return {
    url,
    /** undefined where they do not parse */
    params: params?.success === false ? undefined : (params?.data ?? {}),
    query: spec.query ? readPageQuery(spec.query, url.searchParams, spec) : {},
    settings: publicSettings(c.get("ctx").settings),
    setVerificationCookie: (token: string) => writeVerifyCookie(c, token),
    isNavigation: c.req.header("sec-fetch-dest") === "document" && !isPrefetch,
  };
}
