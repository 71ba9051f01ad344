import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import {
  type AdminSubscription,
  type BilledInvoice,
  findAdminRefusedRefund,
  getAdminSubscription,
  listAdminBilledInvoices,
  type RefusedRefund,
} from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed, StaffLink } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { FormLayout, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { SubscriptionStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { NewTerm } from "../../portal/subscriptions/plan-facts.tsx";
import { SubscriptionInvoices } from "../../portal/subscriptions/subscription-invoices.tsx";
import { ChangeForm, EndForm } from "./change-forms.tsx";

const historyMax = 10;

export const subscriptionPage = page({
  path: pages.adminSubscription,
  access: "subscriptions:read",
  layout: consoleLayout,
  section: "Subscriptions",
  params: contract.getAdminSubscription.params,
  async load({ ctx, params: { subscription_id: id } }) {
    const [plan, history, invoices, refused] = await Promise.all([
      getAdminSubscription(ctx, id),
      listObjectAudit(ctx, { subject_type: "subscription", subject_id: id, limit: historyMax }),
      listAdminBilledInvoices(ctx, { type: "subscription", id }),
      findAdminRefusedRefund(ctx, id),
    ]);
    return { plan, invoices, history, refused };
  },
  head: ({ plan }) => ({
    title: `${plan.product.name} of ${plan.organization.name} · Console · CrunchBox`,
    no_store: true,
  }),
  view: ({ plan, invoices, history, refused }, { url, flash }) => (
    <>
      <PageHeader
        trail={[["Subscriptions", listHref(pages.adminSubscriptions, url)]]}
        title={`${plan.product.name} of ${plan.organization.name}`}
        badges={<SubscriptionStatusBadge plan={plan} />}
        subtitle={<Subtitle plan={plan} />}
      />
      {refused && <RefusedRefundWarning refund={refused} />}
      <ObjectLayout
        aside={
          <div className="steps">
            <PlanSection plan={plan} />
            <History
              entries={history}
              more={hrefOf(pages.audit, {}, { subject_type: "subscription", subject_id: plan.id })}
            />
          </div>
        }
      >
        <IfAllowed access="subscriptions:act">
          <FormLayout>
            <ChangeForm plan={plan} typed={flash?.typed} />
            <EndForm plan={plan} />
          </FormLayout>
        </IfAllowed>
        <InvoicesSection plan={plan} invoices={invoices} />
      </ObjectLayout>
    </>
  ),
});

/** Shown after the customer canceled at once and the provider refused the refund. */
const RefusedRefundWarning = ({ refund: { invoice_id, amount, method, at } }: { refund: RefusedRefund }) => (
  <div className="notice danger">
    <p>
      The refund of {formatMoney(amount)} to {method ? methodName(method) : "the payment method"} was refused on{" "}
      <DateText at={at} />. The plan has ended, and the money is with us. Refund it at the payment provider, which tells
      us, or agree with the customer on another way. It was for{" "}
      <StaffLink access="invoices:read" href={hrefOf(pages.adminInvoice, { invoice_id })}>
        this invoice
      </StaffLink>
      .
    </p>
  </div>
);

function Subtitle({ plan }: { plan: AdminSubscription }) {
  const { product, stripe_id, is_available } = plan;
  return (
    <>
      <NextText plan={plan} /> · {stripe_id === null ? "Granted, free of charge" : `${formatMoney(product.amount)} `}
      {stripe_id !== null && termText(product)} · {is_available ? "Can be used now" : "Cannot be used now"}
    </>
  );
}

const userName = (person: AdminSubscription["created_by"]) =>
  person ? `${person.first_name} ${person.last_name}` : "No administrator";

function PlanSection({ plan }: { plan: AdminSubscription }) {
  const { organization, product, stripe_id, created_by, updated_by, scheduled_switch: scheduled } = plan;
  return (
    <section>
      <h2>What it is</h2>
      <Facts
        facts={(
          [
            [
              "Organization",
              <StaffLink
                key="org"
                access="organizations:read"
                href={hrefOf(pages.organization, { org_id: organization.id })}
              >
                {organization.name}
              </StaffLink>,
            ],
            [
              "Plan",
              <StaffLink
                key="plan"
                access="products:read"
                href={hrefOf(pages.adminProduct, { product_id: product.id })}
              >
                {product.name}
              </StaffLink>,
            ],
            ["Began", <DateText key="began" at={plan.start_at} />],
            ["Next term", scheduled && <NewTerm key="next" {...scheduled} />],
            ["At the payment provider", stripe_id ?? "None: it was granted"],
            [stripe_id === null ? "Granted by" : "Bought by", userName(created_by)],
            ["Last changed by", userName(updated_by)],
          ] as const
        ).filter(([, value]) => value)}
      />
    </section>
  );
}

function InvoicesSection({ plan, invoices }: { plan: AdminSubscription; invoices: BilledInvoice[] }) {
  return (
    <section>
      <h2>Invoices</h2>
      {invoices.length === 0 ? (
        <p className="small">Nothing was billed for it.</p>
      ) : (
        <SubscriptionInvoices
          plan={plan}
          invoices={invoices}
          href={({ id }) => hrefOf(pages.adminInvoice, { invoice_id: id })}
        />
      )}
    </section>
  );
}
