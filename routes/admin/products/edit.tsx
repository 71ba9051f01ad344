import * as z from "zod/mini";
import { versionField } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/products.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { getAdminProduct, listPriceLevelNames, updateProduct } from "../../../worker/domain/catalog/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { EditFields } from "./edit-fields.tsx";
import {
  allLevels,
  parsePatternErrors,
  productForm,
  normalizeLines,
  productValues,
  fieldLabels,
} from "./edit-values.ts";
import { productHref } from "./product-forms.ts";
import { SaleFields } from "./sale-fields.tsx";
import { isTrialRequest, EnterButton, runTrial } from "./serial-trial.tsx";
import { ShippingFields } from "./shipping-fields.tsx";

const { access, params } = contract.updateProduct;
/** The default of 64 KiB is too small, because the form also sends the original values. */
export const bytesMax = 256 * 1024;

export const formSections = [
  ["What it is", "what"],
  ["Price", "price"],
  ["Plan", "plan"],
  ["Serial numbers", "serials"],
  ["Shipping", "shipping"],
  ["Texts", "texts"],
] as const;

/** Name, SKU and prices are read-only if they come from NetSuite. */
const editPage = page({
  path: pages.editProduct,
  access: "products:act",
  layout: consoleLayout,
  section: "Products",
  params,
  async load({ ctx, params: { product_id }, typed }) {
    const [product, [last], levels, trial] = await Promise.all([
      getAdminProduct(ctx, product_id),
      listObjectAudit(ctx, { subject_type: "product", subject_id: product_id, limit: 1 }),
      listPriceLevelNames(ctx),
      runTrial(ctx, typed, product_id),
    ]);
    return { product, last, levels, trial };
  },
  head: ({ product: { name } }) => ({ title: `Edit ${name} · Console · CrunchBox`, no_store: true }),
  view({ product, last, levels, trial }, { flash }) {
    const { id, name, updated_at, net_suite_id } = product;
    const href = hrefOf(pages.editProduct, { product_id: id });
    const current = productValues(product);
    const names = [...Object.keys(current), ...Object.keys(flash?.typed?.values ?? {})];
    const { typed, rows } = mergeForm(flash?.typed, updated_at, current, fieldLabels(names));
    const fields = buildFieldProps(typed, current);
    return (
      <>
        <PageHeader
          trail={[
            ["Products", pages.adminProducts],
            [name, hrefOf(pages.adminProduct, { product_id: id })],
          ]}
          title={`Edit ${name}`}
          {...(net_suite_id !== null && {
            subtitle: `Item ${net_suite_id} of NetSuite: name, SKU and prices come from there.`,
          })}
          parts={formSections}
        />
        <ConflictComparison rows={rows} href={href} by={last && <ChangedBy entry={last} />} />
        <FormLayout>
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={current} />
            <EnterButton label={`Save ${name}`} />
            <SaleFields
              {...fields}
              levels={allLevels(levels, product)}
              is_synchronized={net_suite_id !== null}
              patternErrors={parsePatternErrors(typed?.errors)}
              trial={trial}
            />
            <ShippingFields {...fields} />
            <EditFields {...fields} values={typed?.values ?? current} />
            <SaveBar label={`Save ${name}`} discard={href} typed={typed} current={current} />
          </form>
        </FormLayout>
      </>
    );
  },
});

const saveForm = formPost(
  {
    access,
    call: "PUT /v1/admin/products/{product_id}",
    params,
    body: z.extend(productForm, { updated_at: versionField() }),
    body_bytes_max: bytesMax,
  } as const,
  {
    path: pages.editProduct,
    page: editPage,
    complete: normalizeLines,
    isQuery: isTrialRequest,
    send: (ctx, { params: { product_id }, body }) => updateProduct(ctx, product_id, body),
    back: productHref,
    done: ({ name }) => `${name} is saved.`,
  },
);

export const editProduct: Route[] = [editPage, saveForm];
