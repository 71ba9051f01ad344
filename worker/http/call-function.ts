import type { Endpoint, InputOf } from "../contract/endpoint.ts";
import type { Permission } from "../contract/people/permissions.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...ParamNames<Rest>]
  : [];
type Values<Names extends string[], Params> = {
  [I in keyof Names]: Names[I] extends keyof Params ? Params[Names[I]] : never;
};

/**
 * Arguments of a contract's function: path parameters in the order of the path, then query, then body, each if it
 * exists.
 */
export type ArgumentsOf<E extends Endpoint> = [
  ...Values<ParamNames<E["path"]>, InputOf<E>["params"]>,
  ...(E extends { query: object } ? [InputOf<E>["query"]] : []),
  ...(E extends { body: object } ? [InputOf<E>["body"]] : []),
];

/** GET calls with a session are batched with its lookup (ADR-003). */
export type CtxOf<E extends Endpoint> = E extends {
  method: "GET";
  access: "session" | "visitor-or-session" | Permission;
}
  ? ReadCtx
  : Ctx;

/** A call with a file needs a handler of its own. */
export type CallFunction<E extends Endpoint, Result> = E extends { file: object }
  ? never
  : (ctx: CtxOf<E>, ...input: ArgumentsOf<E>) => Promise<Result>;

/** Names of calls whose functions take fewer arguments than `ArgumentsOf`, which TypeScript permits. */
export type IgnoringInput<M extends Record<string, Endpoint>, F> = {
  [K in keyof M & keyof F]: F[K] extends (...args: infer Parameters) => unknown
    ? [Ctx, ...ArgumentsOf<M[K]>]["length"] extends Parameters["length"]
      ? never
      : K
    : never;
}[keyof M & keyof F];

export function toCaller<E extends Endpoint, Result>(
  { path, query, body }: E,
  answer: CallFunction<E, Result>,
): (ctx: CtxOf<E>, input: InputOf<E>) => Promise<Result> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return (ctx, input) => {
    const params: Record<string, unknown> = input.params;
    const args = [...names.map((name) => params[name]), ...(query ? [input.query] : []), ...(body ? [input.body] : [])];
    // as: `args` has the order of ArgumentsOf
    return (answer as (ctx: CtxOf<E>, ...args: unknown[]) => Promise<Result>)(ctx, ...args);
  };
}
