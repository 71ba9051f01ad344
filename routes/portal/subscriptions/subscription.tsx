import type { ReactNode } from "react";
import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Failure } from "../../../worker/contract/errors.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  type BilledInvoice,
  getSubscription,
  listBilledInvoices,
  openBillingPortal,
  type Subscription,
  findPayment,
  type Payment,
} from "../../../worker/domain/payments/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { listSoftware, type Software } from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPayInvoices } from "../../store/buying.ts";
import { appLayout } from "../../layouts.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { DisputeNotice } from "../orders/payment-history.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { SubscriptionStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { SubscriptionInvoices } from "./subscription-invoices.tsx";
import { hasEnded, NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { UnlockedSoftware } from "./unlocked.tsx";
import { Outlook } from "./subscription-outlook.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type SubscriptionData = {
  layout: LayoutData;
  plan: Subscription;
  invoices: BilledInvoice[];
  payment: Payment | undefined;
  unlocked: Software[];
  has_problem: boolean;
};

const params = z.object({ subscription_id: uuid() });

export const subscription = page({
  path: pages.subscription,
  access: "session",
  layout: appLayout,
  section: "Subscriptions",
  params,
  async load({ ctx, params: { subscription_id: id }, url }) {
    const [plan, invoices, payment, software] = await Promise.all([
      getSubscription(ctx, id),
      listBilledInvoices(ctx, { type: "subscription", id }),
      findPayment(ctx, { subscription_id: id }),
      listSoftware(ctx),
    ]);
    const unlocked = software.data.filter(({ product_id }) => product_id === plan.product.id);
    return { plan, invoices, payment, unlocked, has_problem: url.searchParams.has("problem") };
  },
  head: ({ plan }) => ({ title: `${plan.product.name} · CrunchBox`, no_store: true }),
  view: (found, { layout, url }) => {
    const data = { ...found, layout };
    return (
      <>
        <PageHeader
          trail={[["Subscriptions", listHref(pages.subscriptions, url)]]}
          title={data.plan.product.name}
          badges={<SubscriptionStatusBadge plan={data.plan} />}
          subtitle={<NextText plan={data.plan} />}
          action={<PrintButton />}
        />
        <Notices {...data} />
        <ObjectLayout aside={<Summary {...data} />}>
          <UnlockedSoftware software={data.unlocked} />
          <Invoices {...data} />
        </ObjectLayout>
      </>
    );
  },
});

function Notices({ layout, plan, invoices, payment, has_problem }: SubscriptionData) {
  const disputed = invoices.find(({ is_disputed }) => is_disputed);
  return (
    <>
      {has_problem && (
        <div className="notice danger" role="alert">
          The payment provider’s page cannot be opened now. Please try again in a moment.
        </div>
      )}
      <Outlook
        plan={plan}
        invoices={invoices}
        payment={payment}
        can_pay={canPayInvoices(layout.viewer)}
        support_email={layout.support_email}
      />
      {disputed && <DisputeNotice invoice={disputed} support_email={layout.support_email} />}
    </>
  );
}

function Invoices({ layout: { viewer }, plan, invoices }: SubscriptionData) {
  return (
    <section>
      <h2>Invoices</h2>
      {!can(viewer, "see_billing") && (
        <p className="small">Only buyers and managers of {viewer?.organization.name} see its invoices.</p>
      )}
      {can(viewer, "see_billing") && invoices.length === 0 && (
        <p className="small">Nothing was billed for this subscription.</p>
      )}
      {can(viewer, "see_billing") && invoices.length > 0 && (
        <SubscriptionInvoices plan={plan} invoices={invoices} can_pay={canPayInvoices(viewer)} />
      )}
    </section>
  );
}

function Summary({ layout, plan, invoices }: SubscriptionData) {
  const { product } = plan;
  // the tax of the last term also applies to the next one
  const tax = invoices[0] ? invoices[0].amount - product.amount : 0;
  return (
    <section className="summary" aria-label="Terms">
      <dl className="totals">
        {tax > 0 && <Row name="Price" value={formatMoney(product.amount)} />}
        {tax > 0 && <Row name="Tax" value={formatMoney(tax)} />}
        <Row name={`Total ${termText(product)}`} value={formatMoney(product.amount + tax)} is_total />
      </dl>
      <dl className="totals">
        <Row {...beginning(plan)} />
        <Row name="Can be used now" value={plan.is_available ? "Yes" : "No"} />
      </dl>
      <ChangeOptions layout={layout} plan={plan} />
    </section>
  );
}

/** An unpaid subscription has not started. */
function beginning({ status, start_at, created_at }: Subscription) {
  if (status === "incomplete" || status === "incomplete_expired")
    return { name: "Ordered on", value: <DateText at={created_at} /> };
  const isAhead = Date.parse(start_at) > Date.now();
  return { name: isAhead ? "Starts on" : "Started on", value: <DateText at={start_at} /> };
}

function Row({ name, value, is_total }: { name: string; value: ReactNode; is_total?: boolean }) {
  return (
    <div className={is_total ? "total" : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ChangeOptions({ layout: { viewer, support_email }, plan }: { layout: LayoutData; plan: Subscription }) {
  const { id, product, stripe_id } = plan;
  if (hasEnded(plan)) {
    return (
      <a className="button quiet" href={hrefOf(pages.product, { product_id: product.id })}>
        See the plan in the store
      </a>
    );
  }
  const subject = `subject=${encodeURIComponent(`Cancel the subscription to ${product.name}`)}`;
  return (
    <>
      {stripe_id && canPayInvoices(viewer) && (
        <a className="button quiet" href={hrefOf(pages.subscriptionPaymentMethods, { subscription_id: id })}>
          Payment methods
        </a>
      )}
      <p className="small">
        To cancel, write to <a href={`mailto:${support_email}?${subject}`}>{support_email}</a>.
      </p>
    </>
  );
}

/** A link, because it leaves the site. */
export const subscriptionPaymentMethods = page({
  path: pages.subscriptionPaymentMethods,
  params,
  access: "session",
  async load({ ctx, params: { subscription_id: id }, viewer, isNavigation }) {
    const [plan, person] = await Promise.all([getSubscription(ctx, id), viewer()]);
    if (!canPayInvoices(person) || !isNavigation) throw new PageNotFound();
    throw new Redirect(await portalAddress(ctx, plan.id));
  },
  head: () => ({ title: "Payment methods · CrunchBox", no_store: true }),
  view: () => <></>,
});

/** Our page shows the reason if the provider's cannot be opened. */
async function portalAddress(ctx: ReadCtx, id: string): Promise<string> {
  const back = { subscription_id: id };
  try {
    return (await openBillingPortal(ctx, hrefOf(pages.subscription, back))).url;
  } catch (error) {
    if (error instanceof Failure) return hrefOf(pages.subscription, back, { problem: error.errcode });
    throw error;
  }
}
