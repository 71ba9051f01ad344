import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { BadRequest, Failure, forbidden, isSetUpRequired } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import { findPageQuery } from "../contract/page-query.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import { can, isConsoleAccess } from "../contract/people/permissions.ts";
import { isStorable } from "../contract/storable-text.ts";
import { afterLookup, type ReadCtx } from "../domain/context.ts";
import { startReading } from "../domain/identity/index.ts";
import { permissionOf } from "./access.ts";
import type { AppContext, AppHandler } from "./app-env.ts";
import { bodyBytesDefault, readFormWithFiles } from "./body.ts";
import { cacheForVisitors, cachePage, type Dependency, readPage, shareWithVisitors } from "./cache.ts";
import { readCookie, writeVerifyCookie } from "./cookies.ts";
import { withProof } from "./fresh-sign-in.ts";
import { type Flash, consumeFlash } from "./flash.ts";
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
import { readCredentials, readWithSession, endExpiredImpersonation } from "./session.ts";
import { renderPage, sendPage } from "./show.ts";
import { toViewer, type Viewer } from "./viewer.ts";

/**
 * Visitors without access are sent to sign-in and back. A `notFound` failure becomes the not-found page; app.tsx shows
 * other errors.
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
  handle: withCache(spec.cache, (c) => (spec.method === "POST" ? answerForm(spec, c) : answerPage(spec, c))),
  drawAgain: (c, flash) => answerPage({ ...spec, cache: undefined }, c, flash),
});

function withCache(cache: "page" | Dependency | undefined, handle: (c: AppContext) => Promise<Response>): AppHandler {
  if (cache === undefined) return handle;
  return cache === "page" ? async (c) => shareWithVisitors(c, await handle(c)) : cacheForVisitors(cache, handle);
}

async function answerForm<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
): Promise<Response> {
  const read = () => readFormWithFiles(c, spec.form_bytes_max ?? bodyBytesDefault);
  try {
    return await withProof(c, { read, can_cancel: false }, () => answerPage(spec, c));
  } catch (error) {
    const sent = c.get("sent_form");
    if (!sent?.proof || !(error instanceof Failure) || error.status !== 401) throw error;
    // the session has ended and no earlier submit of the form refreshed it, so the user must sign in
    c.set("sent_form", { fields: sent.fields });
    return answerPage(spec, c);
  }
}

async function answerPage<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
  refusal?: Flash,
): Promise<Response> {
  if (spec.method === "POST" && !spec.from_anywhere) requireSameOrigin(c);
  const isForVisitors = spec.access === "public" || !readCredentials(c);
  const cacheKey = spec.cache === "page" && isForVisitors && !c.req.url.includes("?") ? c.req.path : undefined;
  const cached = cacheKey === undefined ? undefined : readPage(cacheKey);
  if (cached) return send(c, cached.html, 200, cached.kind);
  try {
    const { head, body } = await preparePage(spec, c, refusal);
    if (cacheKey === undefined) return sendPage(c, head, body, refusal?.tone === "danger" ? 422 : 200);
    const made = cachePage(cacheKey, renderPage(c, head, body, "UTC"));
    return send(c, made.html, 200, made.kind);
  } catch (error) {
    if (error instanceof BadRequest && spec.form_bytes_max !== undefined && !refusal)
      return answerPage(spec, c, { tone: "danger", message: error.issues[0]?.message ?? error.message });
    if (error instanceof Redirect) return c.redirect(error.location);
    if (error instanceof Failure && error.family === "notFound") throw new PageNotFound("", { cause: error });
    throw error;
  }
}

/** @throws Redirect, PageNotFound, BadRequest, USR_NOT_AUTHORIZED, refusals of the session lookup, `load`'s errors */
async function preparePage<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string>(
  spec: PageSpec<A, P, Q, D, L, S>,
  c: AppContext,
  refusal: Flash | undefined,
) {
  const { form_bytes_max: bytesMax } = spec;
  const typed =
    bytesMax === undefined || refusal ? toSearchParams(refusal?.typed?.values) : await readFormWithFiles(c, bytesMax);
  const request = { ...readRequest(spec, c), typed };
  const { viewer, reading } = await readForViewer(c, spec, request.url, async (ctx, findViewer) => {
    const { params } = request;
    if (!params) throw new PageNotFound();
    // as: `findViewer` rejects for a viewer without access
    const input = { ...request, params, ctx, viewer: findViewer } as LoadInput<A, P, Q>;
    return Promise.all([spec.load?.(input), spec.layout?.load?.(input)]);
  });
  const [data, layout] = await reading;
  // as: undefined only without load and layout; D and L are then undefined, too
  const input = {
    ...request,
    ctx: c.get("ctx"),
    viewer,
    layout,
    flash: refusal ?? consumeFlash(c, request.url.pathname),
  } as ViewInput<A, P, Q, L>;
  const content = () => spec.view(data as D, input);
  return { head: spec.head(data as D, input), body: () => renderInLayout(spec, input, content()) };
}

/** Reads data and the session in one round trip (ADR-003). The viewer of an ended session is null, as for a visitor. */
async function readForViewer<T>(
  c: AppContext,
  spec: AccessSpec,
  url: URL,
  read: (ctx: ReadCtx, viewer: () => Promise<Viewer | null>) => Promise<T>,
): Promise<{ viewer: Viewer | null; reading: Promise<T> }> {
  const { access, not_impersonated } = spec;
  if (access === "public" || !readCredentials(c)) {
    requireViewer(spec, null, url);
    return { viewer: null, reading: startReading(c.get("ctx"), (ctx) => read(ctx, async () => null)) };
  }
  let viewer: Viewer | null = null;
  const { reading } = await readWithSession(c, {
    permission: permissionOf(access),
    not_impersonated,
    with_details: true,
    read: (ctx) =>
      read(ctx, async () => {
        await afterLookup(ctx);
        return viewer;
      }),
    async admit({ found, refusal }) {
      if (isSetUpRequired(refusal)) throw refusal;
      // a first click may have refreshed the session under a new token
      if (refusal?.status === 401 && c.get("sent_form")?.proof) throw refusal;
      if (found?.details) c.set("viewer", (viewer = toViewer(found.details)));
      else if (await endExpiredImpersonation(c)) throw new Redirect(pages.admin);
      requireViewer(spec, viewer, url);
    },
  });
  return { viewer, reading };
}

const toSearchParams = (values: Record<string, string[]> = {}): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, list]) => list.map((value) => [name, value])));

function renderInLayout<A extends PageAccess, P extends Schema, Q extends Schema, L, S extends string>(
  { layout, section }: Pick<PageSpec<A, P, Q, never, L, S>, "layout" | "section">,
  input: ViewInput<A, P, Q, L>,
  children: ReactElement,
): ReactElement {
  return layout ? layout.view({ ...input, section, children }) : children;
}

type AccessSpec = { access: PageAccess; not_impersonated?: true | undefined };

/**
 * Redirects visitors to sign-in, and refuses viewers without access. The console refuses by its not-found page, but an
 * impersonating administrator gets an error that offers the way back.
 */
function requireViewer({ access, not_impersonated }: AccessSpec, viewer: Viewer | null, url: URL): void {
  if (not_impersonated && viewer?.impersonator) throw forbidden("USR_NOT_AUTHORIZED");
  if (access === "public" || access === "visitor-or-session") return;
  if (!viewer) {
    const client_id = isConsoleAccess(access) ? adminClient : storefrontClient;
    throw new Redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: url.pathname + url.search }));
  }
  const permission = permissionOf(access);
  if (!permission || can(viewer, permission)) return;
  const refusal = forbidden("USR_NOT_AUTHORIZED").lacking(permission);
  throw isConsoleAccess(access) && !viewer.impersonator ? new PageNotFound("", { cause: refusal }) : refusal;
}

/** @throws PageNotFound for a query that lacks the subject of its page, such as the orders of a pick list */
function requireQuery(schema: z.ZodMiniType, params: URLSearchParams, spec: Parameters<typeof findPageQuery>[2]) {
  const query = findPageQuery(schema, params, spec);
  if (query === undefined) throw new PageNotFound();
  return query;
}

function readRequest<P extends Schema, Q extends Schema>(
  spec: Pick<PageSpec<PageAccess, P, Q, never, never, never>, "params" | "query" | "usual_query" | "page_size">,
  c: AppContext,
) {
  const url = new URL(c.req.url);
  const unstorableEntries = [...url.searchParams].filter((entry) => !entry.every(isStorable));
  for (const [name] of unstorableEntries) url.searchParams.delete(name);
  const isPrefetch = /prefetch|prerender/.test(`${c.req.header("sec-purpose")} ${c.req.header("purpose")}`);
  const params = spec.params && parseInput(spec.params, c.req.param());
  return {
    url,
    params: params?.success === false ? undefined : (params?.data ?? {}),
    query: spec.query ? requireQuery(spec.query, url.searchParams, spec) : {},
    settings: publicSettings(c.get("ctx").settings),
    challenge_browser: readCookie(c, "challenge"),
    setVerificationCookie: (token: string) => writeVerifyCookie(c, token),
    isNavigation: c.req.header("sec-fetch-dest") === "document" && !isPrefetch,
  };
}
