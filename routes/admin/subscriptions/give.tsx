import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import { findOrganizations } from "../../../worker/domain/organizations/index.ts";
import { giveSubscription, listPlans } from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import { explainRefusal } from "./messages.ts";

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const yearMs = 365 * 86_400_000;

const grantPage = page({
  path: pages.giveSubscription,
  access: "subscriptions:act",
  layout: consoleLayout,
  section: "Subscriptions",
  query: z.object({ org_id: z.optional(uuid()), product_id: z.optional(uuid()) }),
  async load({ ctx, query: { org_id }, typed }) {
    const input = readFindInput(typed, "org_id", org_id);
    const [organizations, plans] = await Promise.all([findOrganizations(ctx, input), listPlans(ctx)]);
    return { organizations, plans };
  },
  head: () => ({ title: "Grant a subscription · Console · CrunchBox", no_store: true }),
  view({ organizations, plans }, { query: { org_id = "", product_id = "" }, flash }) {
    const now = Date.now();
    const { field } = buildFieldProps(flash?.typed, {
      org_id,
      product_id,
      start_date: toDay(now),
      end_date: toDay(now + yearMs),
    });
    return (
      <>
        <PageHeader
          trail={[["Subscriptions", pages.adminSubscriptions]]}
          title="Grant a subscription"
          subtitle="The organization pays nothing. Its managers are notified by email."
        />
        <FormLayout>
          <form method="post" action={pages.giveSubscription} noValidate className="card">
            <OrganizationField {...field("org_id")} organizations={organizations} enter_sends />
            <SelectField
              {...field("product_id")}
              label="Plan"
              options={[
                ["", "Choose one"],
                ...plans.map(({ id, name, is_sold }) => [id, is_sold ? name : `${name} (not sold now)`] as const),
              ]}
            />
            <Field {...field("start_date")} label="Begins" type="date" hint="At 00:00 UTC." />
            <Field
              {...field("end_date")}
              label="Ends"
              type="date"
              hint="At 00:00 UTC. Versions published until then stay available to the organization."
            />
            <button className="button">Give it</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

const giveForm = formPost(contract.giveSubscription, {
  path: pages.giveSubscription,
  page: grantPage,
  has_search: true,
  send: (ctx, { body }) => giveSubscription(ctx, body),
  back: (made) => (made ? hrefOf(pages.adminSubscription, { subscription_id: made.id }) : pages.adminSubscriptions),
  done: ({ organization, product }) => `${organization.name} has ${product.name} now.`,
  refusal: explainRefusal,
});

export const giveSubscriptionForm: Route[] = [grantPage, giveForm];
