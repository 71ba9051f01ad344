import * as z from "zod/mini";
import { productText } from "../../../worker/contract/entities/console/product-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/products.ts";
import { getAdminProduct } from "../../../worker/domain/catalog/index.ts";
import { updateProduct } from "../../../worker/domain/merchandising/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { EditFields } from "./edit-fields.tsx";
import { readLines, toValues } from "./edit-values.ts";
import { toProduct } from "./product-forms.ts";

const { access, params } = contract.updateProduct;

/** What customers read of a product, to be changed. SKU, name and prices are the accounting system's. */
const shown = page({
  path: pages.editProduct,
  access: "admin",
  layout: consoleLayout,
  section: "Products",
  params,
  load: ({ ctx, params: { product_id } }) => getAdminProduct(ctx, product_id),
  head: ({ name }) => ({ title: `Edit ${name} · Console · CrunchBox`, no_store: true }),
  view(product, { flash }) {
    const { id, name } = product;
    const typed = flash?.typed;
    // what was not understood is still about the version that was read
    const seen = Object.keys(typed?.errors ?? {}).length > 0 ? typed?.values["updated_at"]?.[0] : undefined;
    return (
      <>
        <PageHeader
          trail={[
            ["Products", pages.adminProducts],
            [name, hrefOf(pages.adminProduct, { product_id: id })],
          ]}
          title={`Edit ${name}`}
          subtitle="What customers read. Its SKU, name and prices are the accounting system’s."
        />
        <FormLayout>
          <form method="post" action={hrefOf(pages.editProduct, { product_id: id })} noValidate>
            <input type="hidden" name="updated_at" value={seen ?? product.updated_at} />
            <EditFields {...fieldsOf(typed, toValues(product))} values={typed?.values ?? toValues(product)} />
            <button className="button">Save {name}</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

const save = formPost({ access, params, body: z.extend(productText, { updated_at: z.iso.datetime() }) } as const, {
  path: pages.editProduct,
  page: shown,
  complete: readLines,
  send: (ctx, { params: { product_id }, body }) => updateProduct(ctx, product_id, body),
  back: toProduct,
  done: ({ name }) => `${name} is saved.`,
});

export const editProduct: Route[] = [shown, save];
