import { Fragment } from "react";
import { BrandMark } from "../../../islands/ui/brand-mark.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/billing.ts";
import {
  deletePaymentMethod,
  fetchMethodsIfUp,
  isExpired,
  type MethodUse,
  openSetupCheckout,
  type PaymentMethod,
  readMethodUse,
} from "../../../worker/domain/payments/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { isFreshSignInRequired } from "../../../worker/http/fresh-sign-in.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../../layouts.tsx";
import {
  canBeCharged,
  formatExpiry,
  isAttemptWith,
  MethodChoices,
  formatMethodName,
  ProviderDown,
} from "./method-choices.tsx";

/** Not available during an impersonation (T13). Each view calls the payment provider, which stores the methods. */
export const paymentMethods = page({
  path: pages.paymentMethods,
  access: "see_billing",
  not_impersonated: true,
  layout: settingsLayout,
  section: "Payment methods",
  async load({ ctx, url }) {
    const [methods, use] = await Promise.all([fetchMethodsIfUp(ctx), readMethodUse(ctx)]);
    return { methods, use, problem: url.searchParams.has("problem") };
  },
  head: () => ({ title: "Payment methods · CrunchBox", no_store: true }),
  view: ({ methods, use, problem }) => (
    <>
      <PageHeader
        title="Payment methods"
        subtitle="They belong to your organization: every buyer and manager can pay with them. Only our payment provider stores the numbers."
        action={
          <a className="button" href={pages.addOwnPaymentMethod}>
            Add payment method
          </a>
        }
      />
      {problem && (
        <Notice tone="danger">
          The payment provider’s page cannot be opened right now. Please try again in a moment.
        </Notice>
      )}
      {methods ? <Methods methods={methods} use={use} /> : <ProviderDown retry={pages.paymentMethods} />}
    </>
  ),
});

type MethodsProps = { methods: readonly PaymentMethod[]; use: MethodUse };

function Methods({ methods, use }: MethodsProps) {
  if (methods.length === 0) {
    return (
      <EmptyState drawing="papers">
        Your organization has no payment method yet. Add a card or a US bank account to pay for orders and plans.
      </EmptyState>
    );
  }
  const lastPaid = use.tries.find(({ is_declined }) => !is_declined);
  const defaultMethod = lastPaid && methods.find((method) => canBeCharged(method) && isAttemptWith(method, lastPaid));
  return (
    <ul className="methods">
      {methods.map((method) => (
        <MethodItem key={method.id} method={method} all={methods} use={use} is_default={method === defaultMethod} />
      ))}
    </ul>
  );
}

type MethodProps = { method: PaymentMethod; all: readonly PaymentMethod[]; use: MethodUse; is_default: boolean };

function MethodItem({ method, all, use, is_default }: MethodProps) {
  const plans = use.plans.filter(({ payment_method_id }) => payment_method_id === method.id);
  const declinedAttempt = use.tries.find((each) => each.is_declined && isAttemptWith(method, each));
  return (
    <li>
      <BrandMark brand={method.card?.brand ?? method.type} />
      <div>
        <p className="method-title">
          <b>{formatMethodName(method)}</b>
          {is_default && <Badge tone="neutral">Default</Badge>}
          {declinedAttempt && canBeCharged(method) && <Badge tone="danger">Declined</Badge>}
        </p>
        <MethodFacts method={method} />
        {declinedAttempt && canBeCharged(method) && (
          <small>
            Its last payment was declined on <DateText at={declinedAttempt.at} />
          </small>
        )}
        {plans.length > 0 && (
          <small>
            Pays for{" "}
            {plans.map((plan, index) => (
              <Fragment key={plan.id}>
                {index > 0 && ", "}
                <a href={hrefOf(pages.subscription, { subscription_id: plan.id })}>{plan.name}</a>
              </Fragment>
            ))}
          </small>
        )}
      </div>
      <RemoveForm method={method} plans={plans} others={all.filter((each) => each !== method && canBeCharged(each))} />
    </li>
  );
}

type RemoveProps = { method: PaymentMethod; plans: MethodUse["plans"]; others: readonly PaymentMethod[] };

/** If plans renew with the method, the form also selects another method for them. */
function RemoveForm({ method, plans, others }: RemoveProps) {
  const names = new Intl.ListFormat("en-US").format(plans.map(({ name }) => name));
  if (plans.length > 0 && others.length === 0) {
    return (
      <div className="method-removal">
        <button type="button" className="button quiet" disabled aria-describedby={`why-${method.id}`}>
          Remove
        </button>
        <small id={`why-${method.id}`}>
          {names} would have nothing to renew with. Add another payment method first.
        </small>
      </div>
    );
  }
  return (
    <ConfirmForm
      id={`remove-${method.id}`}
      label="Remove"
      title={`Remove ${formatMethodName(method)}?`}
      action={pages.removePaymentMethod}
      confirm={plans.length > 0 ? "Change and remove" : "Yes, remove it"}
      is_dangerous
    >
      <input type="hidden" name="payment_method_id" value={method.id} />
      {plans.length > 0 && (
        <fieldset className="step">
          <legend>{`Pay for ${names} with`}</legend>
          <MethodChoices methods={others} name="replacement_id" chosen={others[0]?.id} />
        </fieldset>
      )}
      <p>Your organization can no longer pay with {formatMethodName(method)}. Past payments are unchanged.</p>
    </ConfirmForm>
  );
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const { card, us_bank_account: bank, verification } = method;
  if (verification) {
    return (
      <small>
        Waiting for verification: <a href={verification.url}>name the deposit</a> that arrives on{" "}
        <DateText at={verification.arrives_at} />
      </small>
    );
  }
  const until = formatExpiry(method);
  if (card)
    return isExpired(method) ? <Badge tone="danger">{`Expired ${until}`}</Badge> : <small>Valid until {until}</small>;
  return <small>{[bank?.account_holder_type, bank?.account_type, "account"].filter(Boolean).join(" ")}</small>;
}

/** Redirects, because a form must not lead to another site (CSP `form-action`). */
export const addPaymentMethodPage = page({
  path: pages.addOwnPaymentMethod,
  access: "see_billing",
  not_impersonated: true,
  async load({ ctx, settings, isNavigation }) {
    if (!isNavigation) throw new PageNotFound();
    throw new Redirect(await openSetupPage(ctx, settings.store_base));
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

/** If the provider's page cannot be opened, our page shows the reason. */
async function openSetupPage(ctx: ReadCtx, storeBase: string): Promise<string> {
  try {
    return (await openSetupCheckout(ctx, storeBase + pages.paymentMethods)).url;
  } catch (error) {
    if (error instanceof Failure && !isFreshSignInRequired(error))
      return hrefOf(pages.paymentMethods, {}, { problem: error.errcode });
    throw error;
  }
}

const { query, ...removal } = contract.deletePaymentMethod;

export const removePaymentMethodForm = formPost({ ...removal, body: query } as const, {
  path: pages.removePaymentMethod,
  back: pages.paymentMethods,
  send: (ctx, { params, body }) => deletePaymentMethod(ctx, params.payment_method_id, body),
  done: () => "The payment method was removed.",
  refusal: ({ errcode, message }) => ({
    message: errcode === "PAYMENT_METHOD_NOT_FOUND" ? "It was removed already." : message,
  }),
});
