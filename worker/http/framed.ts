import type * as z from "zod/mini";
import { Failure } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import type { ReadCtx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { send } from "./middleware/headers.ts";
import { type PageAccess, PageNotFound } from "./page-spec.ts";

/** Inline styles are allowed, because emails have no others. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox",
].join("; ");

type Framed<P extends z.ZodMiniType, Q extends z.ZodMiniType> = {
  path: string;
  access: Exclude<PageAccess, "public" | "visitor-or-session">;
  params: P;
  query: Q;
  load: (ctx: ReadCtx, input: { params: z.output<P>; query: z.output<Q> }) => Promise<string>;
};

/**
 * Serves a document for a frame, such as an email preview, under the strictest policy because its content is untrusted
 * (T5). Without permission the reply is not found.
 */
export const framed = <P extends z.ZodMiniType, Q extends z.ZodMiniType>(spec: Framed<P, Q>): Route => ({
  method: "GET",
  path: spec.path,
  handle: async (c) => {
    const params = parseInput(spec.params, c.req.param());
    const query = parseInput(spec.query, c.req.query());
    if (!params.success || !query.success) throw new PageNotFound();
    const html = await read(spec, c, { params: params.data, query: query.data });
    return send(c, html, 200, { type: "text/html; charset=UTF-8", policy, no_store: true });
  },
});

async function read<P extends z.ZodMiniType, Q extends z.ZodMiniType>(
  spec: Framed<P, Q>,
  c: AppContext,
  input: { params: z.output<P>; query: z.output<Q> },
): Promise<string> {
  try {
    const { reading } = await requireAccess(c, spec, (ctx) => spec.load(ctx, input));
    return await reading;
  } catch (error) {
    if (error instanceof Failure) throw new PageNotFound();
    throw error;
  }
}
