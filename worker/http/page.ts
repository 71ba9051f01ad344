import type { ReactElement } from "react";
import { BadRequest, Failure, forbidden } from "../contract/errors.ts";
import { readPageQuery } from "../contract/page-query.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import { can } from "../contract/people/permissions.ts";
import type { Ctx } from "../domain/context.ts";
import { permissionOf } from "./access.ts";
import type { AppContext } from "./app-env.ts";
import { readFormWithFiles } from "./body.ts";
import { cachedForVisitors, cachePage, readPage } from "./cache.ts";
import { writeVerifyCookie } from "./cookies.ts";
import { type Flash, takeFlash } from "./flash.ts";
import { send } from "./middleware/headers.ts";
import { requireSameOrigin } from "./origin.ts";
import {
  type LoadInput,
  type PageAccess,
  PageNotFound,
  type PageRoute,
  type PageSpec,
  Redirect,
  type Schema,
  type ViewInput,
} from "./page-spec.ts";
import { publicSettings } from "./public-settings.ts";
import { readCredentials, returnToOwn } from "./session.ts";
import { kindOf, render, show } from "./show.ts";
import { findViewer, type Viewer } from "./viewer.ts";

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
  method: spec.method ?? "GET",
  path: spec.path,
  handle: spec.cache === "visitors" ? cachedForVisitors((c) => answer(spec, c)) : (c) => answer(spec, c),
  drawAgain: (c, flash) => answer({ ...spec, cache: undefined }, c, flash),
});

async function answer<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
  refused?: Flash,
): Promise<Response> {
  if (spec.method === "POST" && !spec.from_anywhere) requireSameOrigin(c);
  const isForVisitors = spec.access === "public" || !readCredentials(c);
  const keptAs = spec.cache === "page" && isForVisitors && !c.req.url.includes("?") ? c.req.path : undefined;
  const kept = keptAs === undefined ? undefined : readPage(keptAs);
  if (kept) return send(c, kept.html, 200, kept.kind);
  try {
    const { head, body } = await prepare(spec, c, refused);
    if (keptAs === undefined) return show(c, head, body, refused?.tone === "danger" ? 422 : 200);
    const made = cachePage(keptAs, render(c, head, body, "UTC"), kindOf(c, head));
    return send(c, made.html, 200, made.kind);
  } catch (error) {
    // what cannot be read of a form is told on its page
    if (error instanceof BadRequest && spec.form_bytes_max !== undefined && !refused)
      return answer(spec, c, { tone: "danger", message: error.issues[0]?.message ?? error.message });
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
  const { form_bytes_max: most } = spec;
  const typed = most === undefined || refused ? paramsOf(refused?.typed?.values) : await readFormWithFiles(c, most);
  const asked = { ...readAsked(spec, c), typed };
  const { promise: known, resolve: tell } = Promise.withResolvers<Viewer | null>();
  const viewer = () => known;
  const read = async (ctx: Ctx) => {
    const { params } = asked;
    if (!params) throw new PageNotFound();
    // who has no access is sent away before `viewer()` answers
    const input = { ...asked, params, ctx, viewer } as LoadInput<A, P, Q>;
    return Promise.all([spec.load?.(input), spec.layout?.load?.(input)]);
  };
  const permission = permissionOf(spec.access);
  const { not_impersonated } = spec;
  const found = spec.access === "public" ? null : await findViewer(c, { permission, not_impersonated }, read);
  if (!found && spec.access !== "public" && (await returnToOwn(c))) throw new Redirect(pages.admin);
  requireReader(spec, found?.viewer ?? null, asked.url);
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

const paramsOf = (values: Record<string, string[]> = {}): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, list]) => list.map((value) => [name, value])));

function frame<A extends PageAccess, P extends Schema, Q extends Schema, L, S extends string>(
  { layout, section }: Pick<PageSpec<A, P, Q, never, L, S>, "layout" | "section">,
  shown: ViewInput<A, P, Q, L>,
  children: ReactElement,
): ReactElement {
  return layout ? layout.view({ ...shown, section, children }) : children;
}

/** The page for administrators tells nobody else that it exists; one who acts as a customer is told what to end first. */
function requireReader(
  { access, not_impersonated }: { access: PageAccess; not_impersonated?: true | undefined },
  viewer: Viewer | null,
  url: URL,
): void {
  if (not_impersonated && viewer?.impersonator) throw forbidden("USR_NOT_AUTHORIZED");
  if (access === "public" || access === "visitor-or-session") return;
  if (!viewer) {
    const client_id = access === "manage_shop" ? adminClient : storefrontClient;
    throw new Redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: url.pathname + url.search }));
  }
  const permission = permissionOf(access);
  if (!permission || can(viewer, permission)) return;
  throw access === "manage_shop" && !viewer.impersonator ? new PageNotFound() : forbidden("USR_NOT_AUTHORIZED");
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
