import { Field } from "../../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/product-imports.ts";
import { clearMark, fileColumns } from "../../../../worker/contract/products-file/columns.ts";
import { createProductImport, listPriceLevelNames, listPriceLevels } from "../../../../worker/domain/catalog/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../../layouts.tsx";

const uploadPage = page({
  path: pages.importProducts,
  access: "products:act",
  layout: consoleLayout,
  section: "Products",
  load: ({ ctx }) => listPriceLevels(ctx),
  head: () => ({ title: "Import products · Console · CrunchBox", no_store: true }),
  view: ({ data }, { flash }) => (
    <>
      <PageHeader
        trail={[["Products", pages.adminProducts]]}
        title="Import products"
        subtitle="Review every line before anything is saved. Then all lines are imported, or none."
      />
      <FormLayout>
        <form
          method="post"
          action={pages.importProducts}
          encType="multipart/form-data"
          noValidate
          className="form-layout"
        >
          <Field
            {...withoutValue(buildFieldProps(flash?.typed).field("file"))}
            type="file"
            accept=".csv,text/csv"
            label="CSV file"
            hint="At most 5,000 lines and 5 MiB, in UTF-8, with commas or semicolons between the cells."
          />
          <button className="button">Preview the import</button>
        </form>
      </FormLayout>
      <section>
        <h2>Columns</h2>
        <p>
          The first line names the columns, in any order; the{" "}
          <a href={`${pages.adminProducts}?format=csv`} download>
            export of all products
          </a>{" "}
          has the same. A line finds its product by the SKU, and a new SKU creates a product. An empty cell keeps the
          current value; <code>{clearMark}</code> takes it away. A text that is only a hyphen is written{" "}
          <code>{`'${clearMark}`}</code>. Prices and names of products from NetSuite are changed there.
        </p>
        <Table
          rows={fileColumns(data.map(({ name }) => name))}
          id={({ heading }) => heading}
          columns={[
            { label: "Column", cell: ({ heading }) => heading },
            { label: "Allowed values", cell: ({ allowed }) => allowed, on_phones: "note" },
            {
              label: "Can be cleared",
              cell: ({ can_clear }) => (can_clear ? `Yes, by ${clearMark}` : "No"),
              on_phones: "hidden",
            },
          ]}
        />
      </section>
    </>
  ),
});

/** File inputs cannot be pre-filled. */
const withoutValue = ({ name, error }: { name: string; error: string | undefined }) => ({ name, error });

const uploadForm = formPost(contract.createProductImport, {
  path: pages.importProducts,
  page: uploadPage,
  readFirst: (ctx) => listPriceLevelNames(ctx),
  send: (ctx, { file }, _c, levels) => createProductImport(ctx, file.bytes, levels),
  back: (result) => (result ? hrefOf(pages.productImport, { id: result.id }) : pages.importProducts),
});

export const importUpload = [uploadPage, uploadForm];
