import { Failure } from "../contract/errors.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { storefrontClient } from "../contract/paths.ts";
import type { AppContext, Route } from "./app-env.ts";
import { requireSameOrigin } from "./origin.ts";

/**
 * A plain form that works without script and leads to the address that `submit` answers. Only our own pages may send it
 * (T8); whose session has ended since the page was shown signs in, as they would for a page.
 */
export const plainForm = (
  path: string,
  submit: (c: AppContext) => Promise<string>,
  sign_in = hrefOf(pages.signIn, { client_id: storefrontClient }),
): Route => ({
  method: "POST",
  path,
  handle: async (c) => {
    requireSameOrigin(c);
    const next = await submit(c).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 401) return sign_in;
      throw error;
    });
    return c.redirect(next, 303);
  },
});
