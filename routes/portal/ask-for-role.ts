import { pages } from "../../worker/contract/pages.ts";
import { roleRequest } from "../../worker/contract/people/role-wish.ts";
import { askForRole } from "../../worker/domain/people/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { formPost } from "../../worker/http/form.ts";

const joinNames = (names: readonly string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/**
 * Path of the page whose button was pressed, from the Referer header; the portal's home if the header names no page of
 * store or portal.
 */
function originPath(c: AppContext): string {
  const { pathname, search } = URL.parse(c.req.header("referer") ?? "") ?? { pathname: "", search: "" };
  return /^\/(portal|store)(\/|$)/.test(pathname) ? pathname + search : pages.portal;
}

/** Mails the organization's managers, or support if it has none, at most once a day for each user. */
export const roleWishForm = formPost({ access: "session", not_impersonated: true, body: roleRequest } as const, {
  path: pages.askForRole,
  send: (ctx, { body }) => askForRole(ctx, body),
  back: (_sent, c) => originPath(c),
  done: ({ names, is_repeated }) => {
    const asked = names.length > 0 ? joinNames(names) : "CGX";
    return is_repeated
      ? `You asked ${asked} less than a day ago. They have your email.`
      : `We asked ${asked} by email.`;
  },
  refusal: () => ({ message: "You have this role already." }),
});
