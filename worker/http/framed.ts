import type * as z from "zod/mini";
import { Failure } from "../contract/errors.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { send } from "./middleware/headers.ts";
import { type PageAccess, PageNotFound } from "./page-spec.ts";

/** No script, nothing from elsewhere, no links that lead anywhere; styles of its own, because a mail has no others. */
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
  /** The whole document. */
  load: (ctx: Ctx, input: { params: z.output<P>; query: z.output<Q> }) => Promise<string>;
};

/**
 * A document that a page of ours shows in a frame, as a mail looks. It is as closed as the policy can make it, so that what
 * somebody wrote into it can do nothing (T5). Whoever may not see it is told that it is not there.
 */
export const framed = <P extends z.ZodMiniType, Q extends z.ZodMiniType>(spec: Framed<P, Q>): Route => ({
  method: "GET",
  path: spec.path,
  handle: async (c) => {
    const params = spec.params.safeParse(c.req.param());
    const query = spec.query.safeParse(c.req.query());
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
    await requireAccess(c, spec);
    return await spec.load(c.get("ctx"), input);
  } catch (error) {
    if (error instanceof Failure) throw new PageNotFound();
    throw error;
  }
}
