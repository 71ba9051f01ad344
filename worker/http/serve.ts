import type * as z from "zod/mini";
import type { Endpoint, InputOf, ReplyOf } from "../contract/endpoint.ts";
import { BadRequest, type Issue } from "../contract/errors.ts";
import type { Preload } from "../domain/sessions/index.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, AppHandler, Route } from "./app-env.ts";
import { bodyBytesDefault, readJson } from "./body.ts";
import { requireCaptcha } from "./captcha.ts";
import { send } from "./headers.ts";
import { createMemory } from "./memory.ts";
import { requireSameOrigin } from "./origin.ts";

type Result<E extends Endpoint> =
  ReplyOf<E> extends undefined ? Response : Omit<NonNullable<ReplyOf<E>>, "success"> | void;
export type ApiHandler<E extends Endpoint, T = undefined> = (
  ctx: Ctx,
  input: InputOf<E>,
  c: AppContext,
  preloaded: T | undefined,
) => Promise<Result<E>>;

/** How a call reads with fewer round trips. */
export type ReadOptions<T> = {
  /** Read in the round trip of the session; the handler gets it, unless the caller is a visitor. */
  preload?: Preload<T>;
  /** For signed-in readers the answer depends on its address and on what was preloaded alone, and is kept in memory by both. */
  is_kept?: true;
};

/** A route of the API, with the contract it was made from. */
export type ApiRoute = Route & { spec: Endpoint };

/**
 * Mounts a verb behind its contract: origin, access, bot check, then the input, then the verb; the reply schema drops
 * whatever the contract does not name, so that nothing leaks. There is no other way to add a route to the API.
 */
export function serve<E extends Endpoint, T = undefined>(
  spec: E,
  handler: ApiHandler<E, T>,
  options: ReadOptions<T> = {},
): ApiRoute {
  return { spec, method: spec.method, path: toHonoPath(spec.path), handle: toHandler(spec, handler, options) };
}

export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function toHandler<E extends Endpoint, T>(spec: E, handler: ApiHandler<E, T>, options: ReadOptions<T>): AppHandler {
  return async (c) => {
    if (spec.method !== "GET" && spec.access !== "stripe-signature") requireSameOrigin(c);
    await requireAccess(c, spec, options.preload);
    const key = options.is_kept && c.get("session") ? `${c.req.url} ${JSON.stringify(c.get("preloaded"))}` : undefined;
    const sendJson = (text: string | Uint8Array<ArrayBuffer>) =>
      send(c, text, spec.status, { type: "application/json" });
    const kept = key === undefined ? undefined : answers.get(key);
    if (kept) return sendJson(kept);
    if (spec.captcha) await requireCaptcha(c, spec.captcha);
    const input = await readInput(spec, c);
    // readInput parsed by the very schemas from which InputOf is derived; the session read what `preload` names
    const result = await handler(c.get("ctx"), input as InputOf<E>, c, c.get("preloaded") as T | undefined);
    if (result instanceof Response) return result;
    const body = spec.reply?.parse({ ...result, success: true });
    const text = JSON.stringify(body ?? { success: true });
    // As bytes, which are sent as they are; a text would be encoded each time.
    if (key !== undefined) answers.set(key, encoder.encode(text));
    return sendJson(text);
  };
}

const answers = createMemory<Uint8Array<ArrayBuffer>>((bytes) => bytes.length);
const encoder = new TextEncoder();

async function readInput(spec: Endpoint, c: AppContext) {
  const issues: Issue[] = [];
  const parse = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return {};
    const parsed = schema.safeParse(value);
    if (!parsed.success) issues.push(...toIssues(parsed.error.issues));
    return parsed.data;
  };
  const params = parse(spec.params, c.req.param());
  const query = parse(spec.query, readQuery(c));
  const body = spec.body ? parse(spec.body, await readBody(spec.body, spec, c)) : undefined;
  if (issues.length > 0) throw new BadRequest(issues);
  return { params, query, body };
}

const readBody = (schema: z.ZodMiniType, { body_bytes_max }: Endpoint, c: AppContext): Promise<unknown> =>
  readJson(c, body_bytes_max ?? bodyBytesDefault, schema.safeParse(undefined).success);

/** A name that stands once in the query is a text, one that is repeated a list. */
const readQuery = (c: AppContext): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );

const wireCodes = new Set(["invalid_type", "invalid_string", "too_small", "too_big"]);

/** zod's issues in the shape of the wire (O-056): code invalid_string, too_small, too_big, invalid_type or custom. */
export function toIssues(issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.map((issue) => {
    const told = issue.code === "custom" && typeof issue.params?.code === "string" ? issue.params.code : issue.code;
    const code = told === "invalid_format" ? "invalid_string" : told;
    return {
      // What zod calls otherwise, as a value that is not of a closed list, has no code of its own.
      code: wireCodes.has(code) ? code : "custom",
      path: issue.path.map((part) => (typeof part === "symbol" ? String(part) : part)),
      message: issue.message,
    };
  });
}
