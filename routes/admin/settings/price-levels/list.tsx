import { Field } from "../../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/price-levels.ts";
import { createPriceLevel, listPriceLevels, type PriceLevel } from "../../../../worker/domain/catalog/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../../layouts.tsx";

export function originLabel({ is_base, is_synchronized }: PriceLevel): string {
  if (is_base) return "Base level";
  return is_synchronized ? "From NetSuite" : "Set here";
}

const listPage = page({
  path: pages.adminPriceLevels,
  access: "prices:read",
  layout: consoleLayout,
  section: "Settings",
  load: ({ ctx }) => listPriceLevels(ctx),
  head: () => ({ title: "Price levels · Console · CrunchBox", no_store: true }),
  view: ({ data }, { flash }) => (
    <>
      <PageHeader
        trail={[["Settings", pages.settings]]}
        title="Price levels"
        subtitle="Each organization pays the prices of its level, or the base price without one."
      />
      <Table
        rows={data}
        id={({ id }) => id}
        href={({ id }) => hrefOf(pages.adminPriceLevel, { id })}
        columns={[
          { label: "Name", cell: ({ name }) => name },
          { label: "Origin", cell: originLabel, on_phones: "note" },
          {
            label: "Products with a price",
            cell: ({ product_count }) => product_count.toLocaleString("en-US"),
            is_number: true,
            on_phones: "hidden",
          },
          {
            label: "Organizations",
            cell: ({ organization_count }) => organization_count.toLocaleString("en-US"),
            is_number: true,
            on_phones: "hidden",
          },
        ]}
      />
      <FormLayout>
        <form method="post" action={pages.adminPriceLevels} noValidate className="form-layout">
          <FormGroup title="New price level">
            <Field
              {...buildFieldProps(flash?.typed).field("name")}
              label="Name"
              maxLength={128}
              autoComplete="off"
              hint="Customers see it next to their prices."
            />
          </FormGroup>
          <button className="button">Create the price level</button>
        </form>
      </FormLayout>
    </>
  ),
});

const createForm = formPost(contract.createPriceLevel, {
  path: pages.adminPriceLevels,
  page: listPage,
  send: (ctx, { body }) => createPriceLevel(ctx, body),
  back: pages.adminPriceLevels,
  done: ({ name }) => `${name} is created. Organizations can have it once products have a price there.`,
});

export const levelList = [listPage, createForm];
