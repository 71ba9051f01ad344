import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  changeSubscriptionMethod,
  fetchMethodsIfUp,
  getSubscription,
  openSetupCheckout,
  type PaymentMethod,
  type Subscription,
} from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { isFreshSignInRequired } from "../../../worker/http/fresh-sign-in.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { canBeCharged, MethodChoices, ProviderDown } from "../billing/method-choices.tsx";
import { PlanFacts } from "./plan-facts.tsx";

const { params } = contract.changeSubscriptionMethod;
const accessOptions = { access: "buy", not_impersonated: true } as const;

/** A separate page, so that the plan's page needs no call to the payment provider. */
const choosePage = page({
  path: pages.subscriptionPaymentMethods,
  ...accessOptions,
  layout: settingsLayout,
  section: "Subscriptions",
  params,
  async load({ ctx, params: { subscription_id: id }, url }) {
    const [plan, methods] = await Promise.all([getSubscription(ctx, id), fetchMethodsIfUp(ctx)]);
    return { plan, methods, has_problem: url.searchParams.has("problem") };
  },
  head: ({ plan }) => ({ title: `Payment method of ${plan.product.name} · CrunchBox`, no_store: true }),
  view: ({ plan, methods, has_problem }) => (
    <>
      <PageHeader
        trail={[
          ["Subscriptions", pages.subscriptions],
          [plan.product.name, hrefOf(pages.subscription, { subscription_id: plan.id })],
        ]}
        title="Change payment method"
        subtitle={<PlanFacts plan={plan} />}
      />
      {has_problem && (
        <Notice tone="danger">
          The payment provider’s page cannot be opened right now. Please try again in a moment.
        </Notice>
      )}
      <FormLayout>
        {methods ? (
          <MethodForm plan={plan} methods={methods} />
        ) : (
          <ProviderDown retry={hrefOf(pages.subscriptionPaymentMethods, { subscription_id: plan.id })} />
        )}
      </FormLayout>
    </>
  ),
});

function MethodForm({ plan, methods }: { plan: Subscription; methods: readonly PaymentMethod[] }) {
  const { id, product, payment_method: current } = plan;
  const canChoose = methods.some(canBeCharged);
  return (
    <form
      method="post"
      action={hrefOf(pages.changeSubscriptionMethod, { subscription_id: id })}
      className="method-form"
    >
      <fieldset className="step">
        <legend className="unseen">Payment method for {product.name}</legend>
        <MethodChoices methods={methods} name="payment_method_id" chosen={current?.id} />
        {methods.length === 0 && <p className="small">Your organization has no payment method yet.</p>}
      </fieldset>
      <div className="plan-acts">
        {canChoose && <button className="button">{`Use it for ${product.name}`}</button>}
        <a
          className={canChoose ? "button quiet" : "button"}
          href={hrefOf(pages.addSubscriptionMethod, { subscription_id: id })}
        >
          Add payment method
        </a>
      </div>
      <p className="small">Only the next payments of this plan use it. Other plans keep their own.</p>
    </form>
  );
}

const changeForm = formPost(contract.changeSubscriptionMethod, {
  path: pages.changeSubscriptionMethod,
  send: (ctx, { params: { subscription_id }, body }) => changeSubscriptionMethod(ctx, subscription_id, body),
  back: (result, c) =>
    hrefOf(result ? pages.subscription : pages.subscriptionPaymentMethods, {
      subscription_id: c.req.param("subscription_id") ?? "",
    }),
  done: ({ product, payment_method: method }) =>
    `${product.name} is paid with ${method ? briefMethodName(method) : "the chosen method"} from now on.`,
});

/** Redirects, because a form must not lead to another site (CSP `form-action`). */
const addPage = page({
  path: pages.addSubscriptionMethod,
  ...accessOptions,
  params,
  async load({ ctx, params: back, settings, isNavigation }) {
    if (!isNavigation) throw new PageNotFound();
    throw new Redirect(await openSetupPage(ctx, settings.store_base, back));
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

/** If the provider's page cannot be opened, our page shows the reason. */
async function openSetupPage(ctx: ReadCtx, storeBase: string, back: { subscription_id: string }): Promise<string> {
  try {
    return (await openSetupCheckout(ctx, storeBase + hrefOf(pages.subscriptionPaymentMethods, back))).url;
  } catch (error) {
    if (error instanceof Failure && !isFreshSignInRequired(error))
      return hrefOf(pages.subscriptionPaymentMethods, back, { problem: error.errcode });
    throw error;
  }
}

export const planPaymentMethods: Route[] = [choosePage, changeForm, addPage];
