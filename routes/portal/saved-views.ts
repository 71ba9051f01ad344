import * as z from "zod/mini";
import { BadRequest } from "../../worker/contract/errors.ts";
import { freeText, isUuid, uuid } from "../../worker/contract/fields.ts";
import { pages } from "../../worker/contract/pages.ts";
import { removeView, saveView } from "../../worker/domain/platform/index.ts";
import type { AppContext, Route } from "../../worker/http/app-env.ts";
import { formPost } from "../../worker/http/form.ts";
import { viewNameMax } from "../../worker/ui/lists/saved-views.tsx";

const formAccess = { access: "session", not_impersonated: true } as const;
const pagePatterns: readonly string[] = Object.values(pages);
const queryMax = 1000;
const viewName = freeText(viewNameMax, "Name").check(z.minLength(1, "Give the view a name."));

/**
 * The list must be one of our pages. A view of one record's list applies to the lists of all such records, so `list` is
 * the pattern of the path.
 */
function readListAddress(c: AppContext): { list: string; query: string; path: string } {
  const { searchParams } = new URL(c.req.url);
  const path = searchParams.get("list") ?? "";
  const query = new URLSearchParams(searchParams.get("query") ?? "").toString();
  const list = pagePatterns.find((each) => matchesPattern(each, path));
  return { list: list ?? pages.portal, query, path: list ? path : pages.portal };
}

function matchesPattern(page: string, path: string): boolean {
  const [parts, given] = [page.split("/"), path.split("/")];
  const fits = (part: string, at: number) => (part.startsWith(":") ? isUuid(given[at] ?? "") : part === given[at]);
  return parts.length === given.length && parts.every(fits);
}

function backHref(c: AppContext): string {
  const { path, query } = readListAddress(c);
  return query ? `${path}?${query}` : path;
}

export const savedViewForms: Route[] = [
  formPost({ ...formAccess, body: z.object({ name: viewName }) } as const, {
    path: pages.saveView,
    send(ctx, { body: { name } }, c) {
      const place = readListAddress(c);
      if (place.query.length > queryMax)
        throw new BadRequest([
          { code: "too_big", path: ["name"], message: "This list has too many filters for a view." },
        ]);
      return saveView(ctx, { ...place, name });
    },
    back: (_view, c) => backHref(c),
    done: ({ name }) => `“${name}” is now a view of this list.`,
  }),
  formPost({ ...formAccess, body: z.object({ id: uuid() }) } as const, {
    path: pages.removeView,
    send: (ctx, { body: { id } }) => removeView(ctx, id),
    back: (_view, c) => backHref(c),
    done: () => "The view was removed. The list itself is unchanged.",
  }),
];
