import { Field } from "../../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { createIndustry, listIndustries } from "../../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../../layouts.tsx";

const listPage = page({
  path: pages.adminIndustries,
  access: "settings:read",
  layout: consoleLayout,
  section: "Settings",
  load: ({ ctx }) => listIndustries(ctx),
  head: () => ({ title: "Industries · Console · CrunchBox", no_store: true }),
  view: ({ data }, { flash }) => (
    <>
      <PageHeader
        trail={[["Settings", pages.settings]]}
        title="Industries"
        subtitle="Organizations choose from these. Industries from API calls or the accounting system are added automatically."
      />
      {data.length === 0 ? (
        <EmptyState drawing="things">No industries yet. Create the first one below.</EmptyState>
      ) : (
        <Table
          rows={data}
          id={({ id }) => id}
          href={({ id }) => hrefOf(pages.adminIndustry, { id })}
          columns={[
            { label: "Name", cell: ({ name }) => name },
            {
              label: "Organizations",
              cell: ({ organization_count }) => organization_count.toLocaleString("en-US"),
              is_number: true,
              on_phones: "state",
            },
          ]}
        />
      )}
      <FormLayout>
        <form method="post" action={pages.adminIndustries} noValidate className="form-layout">
          <FormGroup title="New industry">
            <Field {...buildFieldProps(flash?.typed).field("name")} label="Name" maxLength={64} autoComplete="off" />
          </FormGroup>
          <button className="button">Create the industry</button>
        </form>
      </FormLayout>
    </>
  ),
});

const createForm = formPost(contract.createIndustry, {
  path: pages.adminIndustries,
  page: listPage,
  send: (ctx, { body }) => createIndustry(ctx, body),
  back: pages.adminIndustries,
  done: ({ name }) => `${name} is created.`,
});

export const industryList = [listPage, createForm];
