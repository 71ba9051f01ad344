import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  type BilledInvoice,
  getSubscription,
  listSwitchOffers,
  isPlanSold,
  listBilledInvoices,
  type Subscription,
  type SwitchOffer,
  findPayment,
  findRefusedRefund,
  type RefusedRefund,
  type Payment,
} from "../../../worker/domain/payments/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { listSoftware, type Software } from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPay, canPayInvoices } from "../../store/buying.ts";
import { settingsLayout } from "../../layouts.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { DisputeNotice } from "../orders/payment-history.tsx";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { SubscriptionStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { SubscriptionInvoices } from "./subscription-invoices.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";
import { CanceledNotice, hasActions, PlanActions, RefusedRefundNotice, SwitchNotice } from "./plan-acts.tsx";
import { PlanFacts } from "./plan-facts.tsx";
import { PlanTerms } from "./plan-terms.tsx";
import { UnlockedSoftware } from "./unlocked.tsx";
import { asksToPay, Outlook } from "./subscription-outlook.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type SubscriptionData = {
  layout: LayoutData;
  plan: Subscription;
  invoices: BilledInvoice[];
  payment: Payment | undefined;
  unlocked: Software[];
  offers: SwitchOffer[];
  refused: RefusedRefund | undefined;
  is_sold: boolean;
  helpers: readonly RoleHelper[];
  wish_place: WishPlace;
};
type WishPlace = "payment" | "terms" | "invoices" | undefined;

const params = z.object({ subscription_id: uuid() });

export const subscriptionPage = page({
  path: pages.subscription,
  access: "session",
  layout: settingsLayout,
  section: "Subscriptions",
  params,
  async load({ ctx, params: { subscription_id: id } }) {
    const [plan, invoices, payment, software, offers, refused, is_sold, helpers] = await Promise.all([
      getSubscription(ctx, id),
      listBilledInvoices(ctx, { type: "subscription", id }),
      findPayment(ctx, { subscription_id: id }),
      listSoftware(ctx),
      listSwitchOffers(ctx, id),
      findRefusedRefund(ctx, id),
      isPlanSold(ctx, id),
      listHelpers(ctx, "buy"),
    ]);
    const unlocked = software.data.filter(({ product_id }) => product_id === plan.product.id);
    return { plan, invoices, payment, unlocked, offers, refused, is_sold, helpers };
  },
  head: ({ plan }) => ({ title: `${plan.product.name} · CrunchBox`, no_store: true }),
  view: (pageData, { layout, url }) => {
    const data = { ...pageData, layout, wish_place: findWishPlace({ ...pageData, layout }) };
    const isChangeable = canPay(layout.viewer) && hasActions(data.plan);
    return (
      <>
        <PageHeader
          trail={[["Subscriptions", listHref(pages.subscriptions, url)]]}
          title={data.plan.product.name}
          badges={<SubscriptionStatusBadge plan={data.plan} />}
          subtitle={!isChangeable && <PlanFacts plan={data.plan} />}
          action={<PrintButton />}
        />
        {isChangeable && <PlanActions plan={data.plan} offers={data.offers} />}
        <Notices {...data} />
        <ObjectLayout
          aside={
            <PlanTerms {...data}>
              <ChangeOptions {...data} />
            </PlanTerms>
          }
        >
          <UnlockedSoftware plan={data.plan} software={data.unlocked} />
          <Invoices {...data} />
        </ObjectLayout>
      </>
    );
  },
});

/** First section that needs the viewer's missing role; undefined for viewers who may buy. */
function findWishPlace({ layout: { viewer }, plan, ...billing }: Omit<SubscriptionData, "wish_place">): WishPlace {
  if (can(viewer, "buy")) return undefined;
  if (asksToPay({ plan, ...billing })) return "payment";
  return hasEnded(plan) || plan.stripe_id === null ? "invoices" : "terms";
}

function PlanWish({ layout: { viewer }, helpers, wish_place }: SubscriptionData) {
  if (!viewer || !wish_place) return null;
  const shared = { viewer, helpers };
  if (wish_place === "payment") return <RoleWish {...shared} permission="see_billing" task="pay it" />;
  if (wish_place === "terms") return <RoleWish {...shared} permission="buy" task="change or cancel it" />;
  return <RoleWish {...shared} permission="see_billing" />;
}

function CannotPay(data: SubscriptionData) {
  const { viewer } = data.layout;
  if (can(viewer, "see_billing") && viewer?.impersonator)
    return <p>You cannot pay while you act as {viewer.first_name}.</p>;
  return data.wish_place === "payment" && <PlanWish {...data} />;
}

function Notices(data: SubscriptionData) {
  const { layout, plan, invoices, payment, refused } = data;
  const disputedInvoice = invoices.find(({ is_disputed }) => is_disputed);
  return (
    <>
      {refused && can(layout.viewer, "see_billing") && (
        <RefusedRefundNotice refund={refused} support_email={layout.support_email} />
      )}
      <SwitchNotice plan={plan} can_change={canPay(layout.viewer)} />
      <CanceledNotice plan={plan} can_change={canPay(layout.viewer)} />
      <Outlook
        plan={plan}
        invoices={invoices}
        payment={payment}
        can_pay={canPayInvoices(layout.viewer)}
        wish={<CannotPay {...data} />}
        support_email={layout.support_email}
      />
      {disputedInvoice && <DisputeNotice invoice={disputedInvoice} support_email={layout.support_email} />}
    </>
  );
}

function Invoices(data: SubscriptionData) {
  const { plan, invoices, wish_place } = data;
  const { viewer } = data.layout;
  return (
    <section>
      <h2>Invoices</h2>
      {wish_place === "invoices" && (
        <div className="notice info">
          <PlanWish {...data} />
        </div>
      )}
      {!can(viewer, "see_billing") && wish_place !== "invoices" && (
        <p className="card small">Only buyers and managers of {viewer?.organization.name} see its invoices.</p>
      )}
      {can(viewer, "see_billing") && invoices.length === 0 && (
        <p className="card small">Nothing was billed for this subscription.</p>
      )}
      {can(viewer, "see_billing") && invoices.length > 0 && (
        <SubscriptionInvoices
          plan={plan}
          invoices={invoices}
          href={({ id }) => hrefOf(pages.invoice, { invoice_id: id })}
        />
      )}
    </section>
  );
}

function ChangeOptions(data: SubscriptionData) {
  const { plan } = data;
  const { support_email } = data.layout;
  if (hasEnded(plan)) return null;
  if (plan.stripe_id === null)
    return (
      <p className="small">
        CGX granted this plan. To change it, write to <a href={`mailto:${support_email}`}>{support_email}</a>.
      </p>
    );
  if (data.wish_place !== "terms") return null;
  return (
    <div className="small actions">
      <PlanWish {...data} />
    </div>
  );
}
