import { zValidator } from "@hono/zod-validator";
import type * as z from "zod/mini";
import type { Endpoint, InputOf, ReplyOf } from "../contract/endpoint.ts";
import { BadRequest, type Issue } from "../contract/errors.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, AppHandler, Route } from "./app-env.ts";
import { bodyBytesDefault, readJson } from "./body.ts";
import { requireCaptcha } from "./captcha.ts";
import { send } from "./headers.ts";
import { requireSameOrigin } from "./origin.ts";

type Result<E extends Endpoint> =
  ReplyOf<E> extends undefined ? Response : Omit<NonNullable<ReplyOf<E>>, "success"> | void;
export type ApiHandler<E extends Endpoint> = (ctx: Ctx, input: InputOf<E>, c: AppContext) => Promise<Result<E>>;

/** A route of the API, with the contract it was made from. */
export type ApiRoute = Route & { spec: Endpoint };

/**
 * Mounts a verb behind its contract: origin, access, bot check, then the input, then the verb; the reply schema drops
 * whatever the contract does not name, so that nothing leaks. There is no other way to add a route to the API.
 */
export function serve<E extends Endpoint>(spec: E, handler: ApiHandler<E>): ApiRoute {
  return { spec, method: spec.method, path: toHonoPath(spec.path), handle: toHandler(spec, handler) };
}

export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function toHandler<E extends Endpoint>(spec: E, handler: ApiHandler<E>): AppHandler {
  return async (c) => {
    if (spec.method !== "GET" && spec.access !== "stripe-signature") requireSameOrigin(c);
    await requireAccess(c, spec);
    if (spec.captcha) await requireCaptcha(c, spec.captcha);
    const input = await readInput(spec, c);
    // readInput parsed by the very schemas from which InputOf is derived
    const result = await handler(c.get("ctx"), input as InputOf<E>, c);
    if (result instanceof Response) return result;
    const body = spec.reply?.parse({ ...result, success: true });
    return send(c, JSON.stringify(body ?? { success: true }), spec.status, { type: "application/json" });
  };
}

async function readInput(spec: Endpoint, c: AppContext) {
  const issues: Issue[] = [];
  const params = await check(spec.params, "param", c, issues);
  const query = await check(spec.query, "query", c, issues);
  let body: unknown;
  if (spec.body) {
    const isOptional = spec.body.safeParse(undefined).success;
    const parsed = spec.body.safeParse(await readJson(c, spec.body_bytes_max ?? bodyBytesDefault, isOptional));
    if (!parsed.success) issues.push(...toIssues(parsed.error.issues));
    body = parsed.data;
  }
  if (issues.length > 0) throw new BadRequest(issues);
  return { params, query, body };
}

async function check(
  schema: z.ZodMiniType | undefined,
  target: "param" | "query",
  c: AppContext,
  issues: Issue[],
): Promise<unknown> {
  if (!schema) return {};
  const validate = zValidator(target, schema, (result) => {
    if (!result.success) issues.push(...toIssues(result.error.issues));
  });
  // the middleware is written for a context without variables
  await validate(c as never, async () => {});
  return issues.length > 0 ? {} : c.req.valid(target as never); // the validator above has just stored it
}

/** zod's issues in the shape of the wire (O-056): code invalid_string, too_small, too_big, invalid_type or custom. */
export function toIssues(issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.map((issue) => {
    const told = issue.code === "custom" && typeof issue.params?.code === "string" ? issue.params.code : issue.code;
    const code = told === "invalid_format" ? "invalid_string" : told;
    return {
      code,
      path: issue.path.map((part) => (typeof part === "symbol" ? String(part) : part)),
      message: issue.message,
    };
  });
}
