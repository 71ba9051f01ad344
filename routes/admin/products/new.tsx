import * as z from "zod/mini";
import { idempotencyKey } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/products.ts";
import { createProduct, listPriceLevelNames, generateProductId } from "../../../worker/domain/catalog/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { bytesMax, formSections } from "./edit.tsx";
import { EditFields } from "./edit-fields.tsx";
import { allLevels, newValues, parsePatternErrors, productForm, normalizeLines } from "./edit-values.ts";
import { SaleFields } from "./sale-fields.tsx";
import { isTrialRequest, EnterButton, runTrial } from "./serial-trial.tsx";
import { ShippingFields } from "./shipping-fields.tsx";

const { access } = contract.createProduct;
const keyName = "form_key";

const newProductPage = page({
  path: pages.newProduct,
  access,
  layout: consoleLayout,
  section: "Products",
  async load({ ctx, typed }) {
    const [levels, trial, id] = await Promise.all([
      listPriceLevelNames(ctx),
      runTrial(ctx, typed, null),
      generateProductId(ctx),
    ]);
    return { levels, trial, id };
  },
  head: () => ({ title: "New product · Console · CrunchBox", no_store: true }),
  view({ levels, trial, id }, { flash }) {
    const typed = flash?.typed;
    const fields = buildFieldProps(typed, newValues);
    return (
      <>
        <PageHeader
          trail={[["Products", pages.adminProducts]]}
          title="New product"
          subtitle="A new product is unpublished. Customers see it only after publishing."
          parts={formSections}
        />
        <FormLayout>
          <form method="post" action={pages.newProduct} noValidate className="form-layout">
            <input type="hidden" name={keyName} value={typed?.values[keyName]?.[0] || id} />
            <EnterButton label="Create the product" />
            <SaleFields
              {...fields}
              levels={allLevels(levels)}
              is_synchronized={false}
              patternErrors={parsePatternErrors(typed?.errors)}
              trial={trial}
            />
            <ShippingFields {...fields} />
            <EditFields {...fields} values={typed?.values ?? newValues} />
            <SaveBar label="Create the product" discard={pages.adminProducts} typed={typed} current={newValues} />
          </form>
        </FormLayout>
      </>
    );
  },
});

/**
 * The idempotency key becomes the product's id, so that a repeated post creates no second product and leads to the
 * first.
 */
const createForm = formPost(
  {
    access,
    call: "POST /v1/admin/products",
    body: z.extend(productForm, { [keyName]: idempotencyKey() }),
    body_bytes_max: bytesMax,
  } as const,
  {
    path: pages.newProduct,
    page: newProductPage,
    complete: normalizeLines,
    isQuery: isTrialRequest,
    send: (ctx, { body: { form_key: id, ...values } }) => createProduct(ctx, values, id),
    back: (product) => (product ? hrefOf(pages.adminProduct, { product_id: product.id }) : pages.adminProducts),
    done: ({ name }) => `${name} is created. It is not published yet.`,
  },
);

export const newProductPages: Route[] = [newProductPage, createForm];
