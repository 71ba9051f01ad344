import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { Access } from "../worker/contract/endpoint.ts";
import { explain } from "../worker/contract/messages.ts";
import type { Ctx } from "../worker/domain/context.ts";
import type { Route } from "../worker/http/app-env.ts";
import type { Flash } from "../worker/http/flash.ts";
import { formPost, type FormPost, type Refusal } from "../worker/http/form.ts";
import type { FormContract } from "../worker/http/form-input.ts";
import type { PageRoute } from "../worker/http/page-spec.ts";
import type { TypedFields } from "../worker/ui/forms/fields-of.ts";
import { type BulkAction, bulkRowsMax } from "../worker/ui/lists/bulk-bar.tsx";

type BulkList = {
  page: PageRoute;
  path: string;
  noun: readonly [one: string, many: string];
  complete: NonNullable<FormPost<FormContract, unknown>["complete"]>;
};
type Question = NonNullable<BulkAction["question"]>;

/** `found`, which the fields of the question get, is the result of the list's `bulk.load`. */
export type ListAction<X = unknown> = Omit<BulkAction, "question"> & {
  question?:
    | (Omit<Question, "fields"> & { fields?: (typed: TypedFields | undefined, found: X) => ReactNode })
    | undefined;
  access: Access;
  not_impersonated?: true | undefined;
  routeOf: (list: BulkList) => Route;
  undoRouteOf?: ((list: BulkList) => Route) | undefined;
};

type BulkSpec<E extends FormContract, R> = BulkAction &
  Pick<FormPost<E, R>, "send" | "has_search"> & {
    /** Field of the body that has the rows' ids. */
    ids: string;
    /**
     * Ends the success message, after the names: "approved", or one text for one row and another for several. Undefined
     * if the page of `next` shows the result.
     */
    done?: string | readonly [one: string, many: string];
    /** Path after a success; by default the list. */
    next?: (result: R) => string;
    undo?: (result: R, ids: readonly string[]) => Flash["form"];
    /** Undoes all changes of a request within ten seconds; see `ownChangesPart`. */
    undoRequest?: (ctx: Ctx, request_id: string) => Promise<void>;
  };

const undoPath = (path: string) => `${path}/undo`;

/** Changes all selected rows, or none if one of them is refused. */
export const bulkAction = <const E extends FormContract, R>(contract: E, spec: BulkSpec<E, R>): ListAction => ({
  access: contract.access,
  not_impersonated: contract.not_impersonated,
  label: spec.label,
  path: spec.path,
  is_main: spec.is_main,
  question: spec.question,
  routeOf: ({ page, path, noun, complete }) =>
    formPost(contract, {
      path: spec.path,
      fields: { [spec.ids]: "id" },
      async send(ctx, input, c) {
        const result = await spec.send(ctx, input, c, undefined);
        return { result, request_id: ctx.request_id, search: new URL(c.req.url).search };
      },
      has_search: spec.has_search,
      complete,
      page,
      back: (sent, c) => (spec.next && sent ? spec.next(sent.result) : path + new URL(c.req.url).search),
      done: ({ result, request_id, search }, fields) =>
        spec.done === undefined
          ? undefined
          : {
              message: `${formatNames(fields, fields.getAll("id"))} ${typeof spec.done === "string" ? spec.done : spec.done[fields.getAll("id").length === 1 ? 0 : 1]}.`,
              form: spec.undoRequest
                ? undoForm(spec.path, search, request_id)
                : spec.undo?.(result, fields.getAll("id")),
            },
      refusal: (refused, typed) => ({ message: refusalText(refused, typed, spec.ids, noun) }),
    }),
  undoRouteOf: buildUndoRoute(contract.access, spec),
});

export const undoForm = (path: string, search: string, request_id: string): Flash["form"] => ({
  label: "Undo",
  path: undoPath(path) + search,
  fields: { request_id },
});

export const buildUndoRoute = (
  access: Access,
  { path, undoRequest }: Pick<BulkSpec<FormContract, unknown>, "path" | "undoRequest">,
): ListAction["undoRouteOf"] =>
  undoRequest &&
  ((list) =>
    formPost({ access, body: z.object({ request_id: z.string().check(z.maxLength(64)) }) } as const, {
      path: undoPath(path),
      send: (ctx, { body }) => undoRequest(ctx, body.request_id),
      back: (_result, c) => list.path + new URL(c.req.url).search,
      done: () => "The change was undone.",
      refusal: () => ({
        message: "This can no longer be undone: ten seconds have passed, or something has changed since.",
      }),
    }));

const namesMax = 5;
/** The flash cookie also has room for an undo of 100 rows. */
const namesBytesMax = 900;

/** At least one name, and as many of the first five as the flash cookie has room for. */
export function formatNames(sentFields: URLSearchParams, ids: readonly string[]): string {
  const names = ids.slice(0, namesMax).map((id) => sentFields.get(`name.${id}`) ?? id);
  while (names.length > 1 && encodeURIComponent(names.join(", ")).length > namesBytesMax) names.pop();
  const more = ids.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function refusalText(
  refused: Refusal,
  typed: URLSearchParams,
  field: string,
  [one, many]: BulkList["noun"],
): string {
  const ids = typed.getAll("id");
  if (refused.issues?.some(({ path }) => path[0] === field))
    return ids.length === 0 ? `Select at least one ${one}.` : `Select at most ${bulkRowsMax} ${many}.`;
  const { subject_id } = refused;
  const message = explain(refused.status, refused);
  if (subject_id === undefined) return message;
  return `${formatNames(typed, [subject_id])}: ${message.replace(/\.$/, "")}.${ids.length > 1 ? ` None of the ${ids.length} was changed.` : ""}`;
}
