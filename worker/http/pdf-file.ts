import type * as z from "zod/mini";
import { Failure, isSetUpRequired } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import { isConsoleAccess } from "../contract/people/permissions.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import type { ReadCtx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, AppHandler } from "./app-env.ts";
import { addHeader, send } from "./middleware/headers.ts";
import { type PageAccess, PageNotFound } from "./page-spec.ts";

type PdfSpec<P extends z.ZodMiniType, T> = {
  access: PageAccess;
  /** Path to which a visitor returns after signing in. */
  path: string;
  /** Schema of path and query parameters together. */
  input: P;
  /** Batched with the session lookup. */
  load: (ctx: ReadCtx, input: z.output<P>) => Promise<T>;
  name: (data: T) => string;
  print: (ctx: ReadCtx, data: T) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Serves a PDF, which the browser shows instead of saving. */
export const pdfFile =
  <P extends z.ZodMiniType, T>(spec: PdfSpec<P, T>): AppHandler =>
  async (c) => {
    const query = new URL(c.req.url).searchParams;
    const lists = Object.fromEntries([...new Set(query.keys())].map((key) => [key, query.getAll(key)]));
    const { data: input, success } = parseInput(spec.input, { ...lists, ...c.req.param() });
    if (!success) throw new PageNotFound();
    try {
      const { reading } = await requireAccess(c, spec, (ctx) => spec.load(ctx, input as z.output<P>));
      const data = await reading;
      return sendPdf(c, await spec.print(c.get("ctx"), data), spec.name(data));
    } catch (error) {
      if (!(error instanceof Failure) || isSetUpRequired(error)) throw error;
      const isOfConsole = isConsoleAccess(spec.access);
      const client_id = isOfConsole ? adminClient : storefrontClient;
      if (error.status === 401) return c.redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: spec.path }));
      if (error.status === 404 || isOfConsole) throw new PageNotFound("", { cause: error });
      throw error;
    }
  };

export function sendPdf(c: AppContext, content: Uint8Array<ArrayBuffer>, name: string): Response {
  addHeader(c, "content-disposition", `inline; filename="${name.replaceAll(/[^\w.-]+/g, "-")}.pdf"`);
  return send(c, content, 200, { type: "application/pdf", no_store: true });
}
