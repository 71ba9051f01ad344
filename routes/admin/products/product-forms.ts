import * as contract from "../../../worker/contract/v1/admin/products.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import {
  archiveProduct,
  publishProduct,
  unarchiveProduct,
  unpublishProduct,
} from "../../../worker/domain/catalog/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";

export const productHref = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminProduct, { product_id: c.req.param("product_id") ?? "" });

const { access, params } = contract.publishProduct;

/** Errors appear on the product's page. */
const actionForm = (path: string, act: (ctx: Ctx, id: string) => Promise<void>, done: string): Route =>
  formPost({ access, params } as const, {
    path,
    back: productHref,
    send: (ctx, { params: { product_id } }) => act(ctx, product_id),
    done: () => done,
  });

export const productForms: Route[] = [
  actionForm(pages.publishProduct, publishProduct, "It is published."),
  actionForm(pages.unpublishProduct, unpublishProduct, "It is out of the store."),
  actionForm(pages.archiveProduct, archiveProduct, "It is archived."),
  actionForm(pages.unarchiveProduct, unarchiveProduct, "It is out of the archive."),
];
