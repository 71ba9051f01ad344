import { type Endpoint, type InputOf, isSigned, type ReplyOf } from "../contract/endpoint.ts";
import { Failure } from "../contract/errors.ts";
import { hrefOf } from "../contract/pages.ts";
import type { Preload } from "../domain/identity/index.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess, requireAccessAnd } from "./access.ts";
import type { AppContext, AppHandler, Route } from "./app-env.ts";
import { cachedForVisitors, keepAnswer, readAnswer } from "./cache.ts";
import { closedIfUnchecked, requireCaptcha } from "./captcha.ts";
import { type CallFunction, callerOf, type IgnoringOf } from "./call-function.ts";
import { inputReader } from "./input.ts";
import { send } from "./middleware/headers.ts";
import { requireSameOrigin } from "./origin.ts";
import { strip } from "./middleware/strip.ts";

type Result<E extends Endpoint> =
  ReplyOf<E> extends undefined ? Response : Omit<NonNullable<ReplyOf<E>>, "success"> | void;
type ApiHandler<E extends Endpoint> = (ctx: Ctx, input: InputOf<E>, c: AppContext) => Promise<Result<E>>;
/** A handler, and what is read for it in the round trip of the session; or one that itself travels in it. */
type PreloadHandler<E extends Endpoint> = {
  preload?: Preload<unknown>;
  travels?: true;
  check?: (ctx: Ctx, params: InputOf<E>["params"]) => Promise<unknown>;
  handle: ApiHandler<E>;
};

/** For each contract of a module the domain function of its name, or a handler written by hand. */
type Functions<M extends Record<string, Endpoint>> = {
  [K in keyof M]: CallFunction<M[K], Result<M[K]>> | PreloadHandler<M[K]>;
};

/** The routes of a module, or the names of the calls whose functions would ignore a part of the input. */
type Served<M extends Record<string, Endpoint>, F> =
  IgnoringOf<M, F> extends never ? ApiRoute[] : { ignoring_input: IgnoringOf<M, F> };

/** A route of the API, with the contract it was made from. */
export type ApiRoute = Route & { spec: Endpoint };

/**
 * Mounts a module of contracts, each by the domain function of its name, which takes what its contract declares
 * (`ArgumentsOf`): a contract without a function, or with one of another shape, does not compile. There is no other way to
 * add routes to the API. The calls of `travelling` only read, for callers with a session, and name them by `callerId`: they
 * are read in the round trip of the session (`getSessionAnd`).
 */
export const serveAll = <M extends Record<string, Endpoint>, F extends Functions<M>>(
  contract: M,
  functions: F,
  { travelling = [] }: { travelling?: readonly (keyof M)[] } = {},
): Served<M, F> => {
  const routes = Object.entries(contract).map(([name, spec]): ApiRoute => {
    // the type above: under a contract's name stands its function or its handler
    const answer = functions[name] as Functions<Record<string, Endpoint>>[string];
    const handler = typeof answer === "function" ? { handle: callerOf(spec, answer) } : answer;
    const travels = travelling.includes(name) && ({ travels: true } as const);
    const handle = leadingPeople(spec, toHandler(spec, { ...handler, ...travels }));
    return {
      spec,
      method: spec.method,
      path: toHonoPath(spec.path),
      handle: spec.cache ? cachedForVisitors(handle) : handle,
    };
  });
  // the type says whether these may be mounted
  return routes as Served<M, F>;
};

/** A handler for what HTTP alone knows: cookies, raw bodies, files, redirects. */
export const byHand = <E extends Endpoint>(handle: ApiHandler<E>): PreloadHandler<E> => ({ handle });

/** A handler that gets what was read in the round trip of the session; nothing when the caller is a visitor. */
export const withPreload = <E extends Endpoint, T>(
  preload: Preload<T>,
  handler: (...args: [...Parameters<ApiHandler<E>>, preloaded: T | undefined]) => Promise<Result<E>>,
): PreloadHandler<E> => ({
  preload,
  // the session read what `preload` names
  handle: (ctx, input, c) => handler(ctx, input, c, c.get("preloaded") as T | undefined),
});

/**
 * A handler of a call that must know something before it writes: `check` reads what the address names, in the round trip of the
 * session and before the body, which may be a file. What it answers is handed on; what it throws is the answer.
 */
export const checkedFirst = <E extends Endpoint, T>(
  check: (ctx: Ctx, params: InputOf<E>["params"]) => Promise<T>,
  handler: (ctx: Ctx, input: InputOf<E>, checked: T) => Promise<Result<E>>,
): PreloadHandler<E> => ({
  check,
  // toHandler left the answer of `check` there
  handle: (ctx, input, c) => handler(ctx, input, c.get("preloaded") as T),
});

export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/**
 * A verb behind its contract: origin, access, bot check, then the input, then the verb; the reply schema drops whatever the
 * contract does not name, so that nothing leaks.
 */
function toHandler<E extends Endpoint>(spec: E, { handle, preload, travels, check }: PreloadHandler<E>): AppHandler {
  const readInput = inputReader(spec);
  return async (c) => {
    if (spec.method !== "GET" && !isSigned(spec.access)) requireSameOrigin(c);
    const asked = travels && (await readInput(c).catch(() => undefined));
    // readInput parsed by the very schemas from which InputOf is derived
    const read = asked && ((ctx: Ctx) => handle(inUtc(ctx), asked as InputOf<E>, c));
    const found = read && (await requireAccessAnd(c, spec, read));
    const params = spec.params?.safeParse(c.req.param());
    if (check && params?.success !== false) {
      // parsed by the schema from which InputOf is derived
      const checking = await requireAccessAnd(c, spec, (ctx) => check(ctx, params?.data as InputOf<E>["params"]));
      c.set("preloaded", await checking.reading);
    } else if (!found) await requireAccess(c, spec, preload);
    const sendJson = (text: string | Uint8Array<ArrayBuffer>) =>
      send(c, text, spec.status, { type: "application/json" });
    const kept = spec.cache === "price-level" ? readAnswer(c) : undefined;
    if (kept) return sendJson(kept);
    if (spec.captcha) await requireCaptcha(c, spec);
    const answer = async () =>
      handle(inUtc(c.get("ctx")), (await readInput(c).catch(closedIfUnchecked(c))) as InputOf<E>, c);
    const result = await (found?.reading ?? answer());
    if (result instanceof Response) return result;
    const body = { ...result, success: true };
    const text = JSON.stringify(spec.reply ? strip(spec.reply, body) : { success: true });
    if (spec.cache === "price-level") keepAnswer(c, text);
    return sendJson(text);
  };
}

/** A person who follows a link to a call that they may not make gets a page that asks to sign in or says why; programs get the refusal. */
function leadingPeople({ page_when_refused: page }: Endpoint, handle: AppHandler): AppHandler {
  if (page === undefined) return handle;
  return async (c, next) => {
    try {
      return await handle(c, next);
    } catch (error) {
      const isRefused = error instanceof Failure && (error.status === 401 || error.status === 403);
      if (!isRefused || c.req.header("sec-fetch-dest") !== "document") throw error;
      return c.redirect(hrefOf(page, c.req.param()));
    }
  };
}

/** A program means the same days wherever it runs. */
const inUtc = (ctx: Ctx): Ctx => ({ ...ctx, time_zone: () => "UTC" });
