import * as z from "zod/mini";
import { softwareFields } from "../../../worker/contract/forms/software-fields.ts";
import { versionField, uuid } from "../../../worker/contract/fields.ts";
import { readFindStoredInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { findProductsOfPlugin, getPlugin, linkPlugin, type Plugin } from "../../../worker/domain/software/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { ProductsField } from "./software-fields.tsx";
import { softwareHref } from "./labels.ts";

const params = z.object({ id: uuid() });
const pluginHref = ({ name }: Pick<Plugin, "name">) => softwareHref({ kind: "plugin", name });

const productsPage = page({
  path: pages.pluginProducts,
  access: "software:act",
  layout: consoleLayout,
  section: "Software",
  params,
  async load({ ctx, params: { id }, typed }) {
    const [plugin, products] = await Promise.all([
      getPlugin(ctx, id),
      findProductsOfPlugin(ctx, id, readFindStoredInput(typed, "fits_product_ids")),
    ]);
    return { plugin, products };
  },
  head: ({ plugin: { title } }) => ({ title: `Devices of ${title} · Console · CrunchBox`, no_store: true }),
  view: ({ plugin, products }, { flash }) => (
    <>
      <PageHeader
        trail={[
          ["Software", pages.adminSoftware],
          [plugin.title, pluginHref(plugin)],
        ]}
        title={`Devices of ${plugin.title}`}
        subtitle="The pages of these devices offer it. It stays bought as it is."
      />
      <FormLayout>
        <form method="post" action={hrefOf(pages.pluginProducts, { id: plugin.id })} noValidate className="card">
          <input type="hidden" name="updated_at" value={plugin.updated_at} />
          <input type="hidden" name="product_id" value={plugin.product_id ?? ""} />
          <ProductsField list={buildFieldProps(flash?.typed).list} products={products} />
          <button className="button">Save its devices</button>
        </form>
      </FormLayout>
    </>
  ),
});

const body = z.object({
  product_id: z.nullable(uuid()),
  fits_product_ids: softwareFields.fits_product_ids(),
  updated_at: versionField(),
});

const saveForm = formPost({ access: "software:act", params, body } as const, {
  path: pages.pluginProducts,
  page: productsPage,
  has_search: true,
  send: (ctx, { params: { id }, body: link }) => linkPlugin(ctx, id, link, false),
  back: (plugin) => (plugin ? pluginHref(plugin) : pages.adminSoftware),
  done: ({ title }) => `The devices of ${title} are saved.`,
});

export const pluginProducts = [productsPage, saveForm];
