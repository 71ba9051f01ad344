import { type Endpoint, type InputOf, isSigned, type ReplyOf } from "../contract/endpoint.ts";
import { Failure } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import { hrefOf } from "../contract/pages.ts";
import type { ReadCtx } from "../domain/context.ts";
import { requireAccess, requireFreshFor } from "./access.ts";
import type { AppContext, AppHandler, Route } from "./app-env.ts";
import { cacheForVisitors, cacheReply, readReply } from "./cache.ts";
import { hideErrorsIfUnchecked, requireCaptcha } from "./captcha.ts";
import { type CallFunction, toCaller, type CtxOf, type IgnoringInput } from "./call-function.ts";
import { isFreshSignInRequired } from "./fresh-sign-in.ts";
import { createInputReader } from "./input.ts";
import { send } from "./middleware/headers.ts";
import { requireSameOrigin } from "./origin.ts";
import { strip } from "./middleware/strip.ts";

type Result<E extends Endpoint> =
  ReplyOf<E> extends undefined ? Response : Omit<NonNullable<ReplyOf<E>>, "success"> | void;
/** A call whose contract has a reply returns a `Response` only for another status or other headers. */
type ApiHandler<E extends Endpoint> = (
  ctx: CtxOf<E>,
  input: InputOf<E>,
  c: AppContext,
) => Promise<Result<E> | Response>;
type ReadFirst<E extends Endpoint> = (ctx: ReadCtx, params: InputOf<E>["params"]) => Promise<unknown>;
type Handler<E extends Endpoint> = {
  readFirst?: ReadFirst<E>;
  handle: (ctx: CtxOf<E>, input: InputOf<E>, c: AppContext, data: unknown) => Promise<Result<E> | Response>;
};

type Functions<M extends Record<string, Endpoint>> = {
  [K in keyof M]: CallFunction<M[K], Result<M[K]>> | Handler<M[K]>;
};

/** If a function ignores part of its input, the result is not a list of routes, so that the module does not compile. */
type ServeResult<M extends Record<string, Endpoint>, F> =
  IgnoringInput<M, F> extends never ? ApiRoute[] : { ignoring_input: IgnoringInput<M, F> };

export type ApiRoute = Route & { spec: Endpoint };

/**
 * Serves each contract of a module with the domain function of the same name; a missing function or arguments other
 * than `ArgumentsOf` do not compile. A GET call with a session takes a `ReadCtx` and is batched with the session lookup
 * (ADR-003).
 */
export const serveAll = <M extends Record<string, Endpoint>, F extends Functions<M>>(
  contract: M,
  functions: F,
): ServeResult<M, F> => {
  const routes = Object.entries(contract).map(([name, spec]): ApiRoute => {
    // as: `Functions` has an entry for each contract
    const answer = functions[name] as Functions<Record<string, Endpoint>>[string];
    const handler = typeof answer === "function" ? { handle: toCaller(spec, answer) } : answer;
    const handle = redirectRefusedPages(spec, toHandler(spec, handler));
    return {
      spec,
      method: spec.method,
      path: toHonoPath(spec.path),
      handle: spec.cache ? cacheForVisitors(spec.cache === "price-level" ? "catalog" : spec.cache, handle) : handle,
    };
  });
  return routes as ServeResult<M, F>;
};

/**
 * Handler of a call whose function takes other arguments than `ArgumentsOf`, or that needs HTTP itself: cookies, raw
 * bodies, files, redirects.
 */
export const httpHandler = <E extends Endpoint>(handle: ApiHandler<E>): Handler<E> => ({ handle });

/**
 * `readFirst` is batched with the session lookup and runs before the body, which may be a file, is read. Its result is
 * also the cache key of a reply that is cached by price level.
 */
export const readThen = <E extends Endpoint, T>(
  readFirst: (ctx: ReadCtx, params: InputOf<E>["params"]) => Promise<T>,
  handle: (ctx: CtxOf<E>, input: InputOf<E>, data: T) => Promise<Result<E>>,
): Handler<E> => ({
  readFirst,
  handle: (ctx, input, _c, data) => handle(ctx, input, data as T),
});

export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Order: origin, access, bot check, input, use case, reply without undeclared fields. */
function toHandler<E extends Endpoint>(spec: E, { handle, readFirst }: Handler<E>): AppHandler {
  const readInput = createInputReader(spec);
  // as: readInput parses by the schemas of InputOf, and the method decides the kind of ctx
  const run = (c: AppContext, ctx: ReadCtx, input: unknown, data?: unknown) =>
    handle(inUtc(ctx) as CtxOf<E>, input as InputOf<E>, c, data);
  const sendJson = (c: AppContext, text: string | Uint8Array<ArrayBuffer>) =>
    send(c, text, spec.status, { type: "application/json" });
  const reply = (c: AppContext, result: Result<E> | Response, data?: unknown): Response => {
    if (result instanceof Response) return result;
    const text = JSON.stringify(spec.reply ? strip(spec.reply, { ...result, success: true }) : { success: true });
    if (spec.cache === "price-level") cacheReply(c, data, text);
    return sendJson(c, text);
  };
  if (spec.method === "GET" && !readFirst)
    return async (c) => {
      const input = await readInput(c).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      const { reading } = await requireAccess(c, spec, async (ctx) => {
        if ("error" in input) throw input.error;
        return run(c, ctx, input.value);
      });
      return reply(c, await reading);
    };
  return async (c) => {
    if (spec.method !== "GET" && !isSigned(spec.access)) requireSameOrigin(c);
    const params = spec.params && parseInput(spec.params, c.req.param());
    const read = params?.success === false ? undefined : readFirst;
    const { reading } = await (read
      ? requireAccess(c, spec, (ctx) => read(ctx, params?.data as InputOf<E>["params"]))
      : requireAccess(c, spec));
    const data = await reading;
    const cached = spec.cache === "price-level" ? readReply(c, data) : undefined;
    if (cached) return sendJson(c, cached);
    if (spec.captcha) await requireCaptcha(c, spec);
    const input = await readInput(c).catch(hideErrorsIfUnchecked(c));
    const body = requireFreshFor(c, spec, Object(input).body);
    return reply(c, await run(c, c.get("ctx"), body === undefined ? input : { ...Object(input), body }, data), data);
  };
}

function redirectRefusedPages({ page_when_refused: page }: Endpoint, handle: AppHandler): AppHandler {
  if (page === undefined) return handle;
  return async (c, next) => {
    try {
      return await handle(c, next);
    } catch (error) {
      const isRefused =
        error instanceof Failure && !isFreshSignInRequired(error) && (error.status === 401 || error.status === 403);
      if (!isRefused || c.req.header("sec-fetch-dest") !== "document") throw error;
      return c.redirect(hrefOf(page, c.req.param()));
    }
  };
}

/** API calls count days in UTC. */
const inUtc = (ctx: ReadCtx): ReadCtx => ({ ...ctx, time_zone: () => "UTC" });
