import { Hono } from "hono";
import { cors } from "hono/cors";
import { type ProblemStatus, problemTitle, ProblemView } from "./ui/frame/problem.tsx";
import type { LayoutData } from "./ui/frame/layout-data.ts";
import { NotFoundView } from "./ui/frame/not-found.tsx";
import { SignedOutView } from "./ui/frame/signed-out.tsx";
import { areas, loadFreshSignIn, readProblemFrame, routes } from "../routes/index.ts";
import { factorsToProve, Failure, isSetUpRequired, notFound, TooManyRequests } from "./contract/errors.ts";
import { parseHosts } from "./contract/hosts.ts";
import * as ops from "./contract/ops.ts";
import { explain } from "./contract/messages.ts";
import { can } from "./contract/people/permissions.ts";
import { captchaHeader, versionHeader } from "./contract/paths.ts";
import type { FactorKind } from "./contract/error-details.ts";
import type { Ctx } from "./domain/context.ts";
import type { AppContext, AppEnv, Route, UnsentForm } from "./http/app-env.ts";
import { consumeFlash } from "./http/flash.ts";
import { wrapRequest } from "./http/middleware/around.ts";
import { addHeader } from "./http/middleware/headers.ts";
import { loadAreas } from "./http/middleware/load-areas.ts";
import { logProblem, onApiError, toProblem } from "./http/on-error.ts";
import { parseAllowedOrigins } from "./http/origin.ts";
import { PageNotFound } from "./http/page-spec.ts";
import { limitRequests } from "./http/middleware/rate-limit.ts";
import { createCachingRouter } from "./http/middleware/caching-router.ts";
import { sendPage } from "./http/show.ts";
import { pages } from "./contract/pages.ts";

export type App = { fetch(request: Request, bindings: AppEnv["Bindings"]): Response | Promise<Response> };

const isAllowedOrigin = (settings: Ctx["settings"], origin: string): boolean =>
  parseAllowedOrigins(settings.ALLOWED_ORIGINS).includes(origin) ||
  (parseHosts(settings)?.all.includes(origin) ?? false);

const crossOrigin = cors({
  origin: (origin, c: AppContext) => (isAllowedOrigin(c.get("ctx").settings, origin) ? origin : null),
  credentials: true,
  allowHeaders: ["content-type", "authorization", "idempotency-key", captchaHeader],
  exposeHeaders: [versionHeader],
  maxAge: 600,
});

export function createApp(): App {
  const app = new Hono<AppEnv>({ router: createCachingRouter() });
  const mount = ({ method, path, handle }: Route) => app.on(method, path, handle);
  const load = loadAreas(areas, mount);
  app.use(wrapRequest);
  app.use("/v1/*", (c, next) => (c.req.header("origin") === undefined ? next() : crossOrigin(c, next)));
  app.use(limitRequests);
  for (const route of routes) mount(route);
  app.notFound((c) => refuse(c, new PageNotFound()));
  app.onError((error, c) => refuse(c, error));
  return {
    fetch(request, bindings) {
      const loading = load(request);
      return loading ? loading.then(() => app.fetch(request, bindings)) : app.fetch(request, bindings);
    },
  };
}

const programs = new Set(Object.values(ops).map(({ path }): string => path));

/**
 * Answers errors of API, file, image and operations paths with JSON, others with a page. A browser that navigates to
 * one of those paths, such as the authorize call, gets a page too.
 */
async function refuse(c: AppContext, error: unknown): Promise<Response> {
  const isApi = c.req.path === "/v1" || /^\/(v1|files|images)\//.test(c.req.path) || programs.has(c.req.path);
  const isNavigation = c.req.header("sec-fetch-dest") === "document" && c.req.method === "GET";
  if (isApi && !isNavigation) return onApiError(error instanceof PageNotFound ? notFound("PATH_NOT_FOUND") : error, c);
  if (isSetUpRequired(error)) return c.redirect(pages.security, 303);
  const unsentForm = c.get("unsent_form");
  if (unsentForm) return showUnsentForm(c, unsentForm);
  const { MAIN_WEB_URL, SUPPORT_EMAIL } = c.get("ctx").settings;
  if (error instanceof PageNotFound) return showNotFound(c, error, MAIN_WEB_URL);
  const problem = toProblem(error, c.get("request_id"));
  logProblem(c, error, problem);
  if (problem.retry_after_s) addHeader(c, "retry-after", String(problem.retry_after_s));
  const status = displayStatusOf(problem.status);
  const { layout, wish } = await frameOf(c, error);
  const factors = factorsToProve(error);
  if (factors) return askForProof(c, factors, layout);
  const view = (
    <ProblemView
      status={status}
      sentence={sentenceOf(error)}
      request_id={c.get("request_id")}
      wait_s={problem.retry_after_s}
      support_email={SUPPORT_EMAIL}
      main_web_url={MAIN_WEB_URL}
      layout={layout}
      wish={wish}
      flash={consumeFlash(c, new URL(c.req.url).pathname)}
      again_href={c.req.method === "GET" && isTemporary(status) ? pathOf(c) : undefined}
    />
  );
  // forms on this page return to the referrer, and a browser cannot open the path of a post again
  return sendPage(c, { title: problemTitle(status), no_referrer: c.req.method !== "GET" }, () => view, status);
}

function showUnsentForm(c: AppContext, unsentForm: UnsentForm): Response {
  const view = <SignedOutView path={pathOf(c)} {...unsentForm} />;
  const head = { title: "You have been signed out · CrunchBox", no_store: true, no_referrer: true };
  return sendPage(c, head, () => view, 403);
}

/**
 * Shows a form that asks for a proof in place of the requested page; it sends the refused form again, with the proof.
 */
async function askForProof(
  c: AppContext,
  factors: readonly FactorKind[],
  layout: LayoutData | undefined,
): Promise<Response> {
  const FreshSignInView = await loadFreshSignIn();
  const question = c.get("question");
  const view = <FreshSignInView path={pathOf(c)} factors={factors} question={question} layout={layout} />;
  const head = { title: "Confirm that it is you · CrunchBox", no_store: true, no_referrer: true };
  return sendPage(c, head, () => view, question?.problem === undefined ? 403 : 422);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof TooManyRequests) return error.reason;
  return error instanceof Failure ? explain(error.status, error) : undefined;
}

async function showNotFound(c: AppContext, error: PageNotFound, mainWebUrl: string): Promise<Response> {
  const { layout } = await frameOf(c, error);
  const view = <NotFoundView main_web_url={mainWebUrl} layout={layout} />;
  return sendPage(c, { title: "Page not found · CrunchBox" }, () => view, 404);
}

const isTemporary = (status: ProblemStatus): boolean => status === 429 || status >= 500;

const pathOf = (c: AppContext): string => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

const framed = [pages.store, pages.portal];

/** Only users who may use the console see its frame. */
async function frameOf(c: AppContext, error: unknown): Promise<Partial<Awaited<ReturnType<typeof readProblemFrame>>>> {
  const isIn = (area: string) => c.req.path === area || c.req.path.startsWith(`${area}/`);
  const isConsole = isIn(pages.admin);
  if (!isConsole && !framed.some(isIn)) return {};
  const { layout, wish } = await readProblemFrame(c, error);
  const { viewer } = layout;
  const isRunning = isConsole && viewer !== null && !viewer.impersonator && can(viewer, "use_console");
  // an impersonating administrator gets the store's frame, because its banner ends the impersonation
  if (isConsole && !isRunning && !viewer?.impersonator) return {};
  return { layout: isRunning ? { ...layout, is_console: true } : layout, wish };
}

function displayStatusOf(status: number): ProblemStatus {
  if (status === 400 || status === 403 || status === 422 || status === 429 || status === 503) return status;
  return status < 500 ? 403 : 500;
}
