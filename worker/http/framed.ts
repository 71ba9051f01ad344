import type * as z from "zod/mini";
import { Failure, TooManyRequests } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import { renderMessages } from "../html/messages.tsx";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { toRefusal } from "./form.ts";
import { readInput, readSentForm } from "./form-input.ts";
import { send } from "./middleware/headers.ts";
import { requireSameOrigin } from "./origin.ts";
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

type FramedAccess = Exclude<PageAccess, "public" | "visitor-or-session">;

type FramedSpec<P extends z.ZodMiniType, Q extends z.ZodMiniType> = {
  path: string;
  access: FramedAccess;
  params: P;
  query: Q;
  load: (ctx: ReadCtx, input: { params: z.output<P>; query: z.output<Q> }) => Promise<string>;
};

/**
 * Serves a document for a frame, such as an email preview, under the strictest policy because its content is untrusted
 * (T5). Viewers without permission get the not-found page.
 */
export const framedPage = <P extends z.ZodMiniType, Q extends z.ZodMiniType>(spec: FramedSpec<P, Q>): Route => ({
  method: "GET",
  path: spec.path,
  handle: async (c) => {
    const params = parseInput(spec.params, c.req.param());
    const query = parseInput(spec.query, c.req.query());
    if (!params.success || !query.success) throw new PageNotFound();
    const input = { params: params.data, query: query.data };
    return sendFramed(c, await read(c, spec.access, (ctx) => spec.load(ctx, input)));
  },
});

type FramedPostSpec<P extends z.ZodMiniType, B extends z.ZodMiniType> = {
  path: string;
  access: FramedAccess;
  params: P;
  body: B;
  load: (ctx: Ctx, input: { params: z.output<P>; body: z.output<B> }) => Promise<string>;
};

/** Like `framedPage`, for a form that shows its reply in a frame; the frame also lists the reasons of a refusal. */
export const framedPost = <P extends z.ZodMiniType, B extends z.ZodMiniType>(spec: FramedPostSpec<P, B>): Route => ({
  method: "POST",
  path: spec.path,
  handle: async (c) => {
    requireSameOrigin(c);
    try {
      await requireAccess(c, spec);
      const { params, body } = readInput(spec, {}, await readSentForm(spec, c), c);
      // as: parsed by the schemas of `spec`
      return sendFramed(c, await spec.load(c.get("ctx"), { params, body } as never));
    } catch (error) {
      const refused = toRefusal(error);
      if (refused && refused.status !== 404)
        return sendFramed(c, renderMessages(refused.issues?.map(({ message }) => message) ?? [refused.message]));
      if (error instanceof TooManyRequests)
        return sendFramed(c, renderMessages(["That was too often. Try again later."]));
      if (error instanceof Failure) throw new PageNotFound("", { cause: error });
      throw error;
    }
  },
});

const sendFramed = (c: AppContext, html: string): Response =>
  send(c, html, 200, { type: "text/html; charset=UTF-8", policy, no_store: true });

async function read(c: AppContext, access: FramedAccess, load: (ctx: ReadCtx) => Promise<string>): Promise<string> {
  try {
    const { reading } = await requireAccess(c, { access }, load);
    return await reading;
  } catch (error) {
    if (error instanceof Failure) throw new PageNotFound("", { cause: error });
    throw error;
  }
}
