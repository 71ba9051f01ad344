import { Notice } from "../../../islands/ui/notice.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/billing.ts";
import {
  deletePaymentMethod,
  isExpired,
  listPaymentMethods,
  openSetupCheckout,
  type PaymentMethod,
} from "../../../worker/domain/payments/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { appLayout } from "../../layouts.tsx";

/** Not available during an impersonation (T13). Each view asks the provider, which stores them. */
export const paymentMethods = page({
  path: pages.paymentMethods,
  access: "see_billing",
  not_impersonated: true,
  layout: appLayout,
  section: "Payment methods",
  async load({ ctx, url }) {
    return { methods: (await listPaymentMethods(ctx)).data, problem: url.searchParams.has("problem") };
  },
  head: () => ({ title: "Payment methods · CrunchBox", no_store: true }),
  view: ({ methods, problem }) => (
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
        <Notice tone="danger">The payment provider’s page cannot be opened now. Please try again in a moment.</Notice>
      )}
      <Methods methods={methods} />
    </>
  ),
});

function Methods({ methods }: { methods: readonly PaymentMethod[] }) {
  if (methods.length === 0) {
    return (
      <EmptyState drawing="papers">
        Your organization has no payment method yet. Add a card or a US bank account to pay for orders and plans.
      </EmptyState>
    );
  }
  return (
    <ul className="methods">
      {methods.map((method) => (
        <li key={method.id}>
          <div>
            <b>{nameOf(method)}</b>
            <Facts method={method} />
          </div>
          <ConfirmForm
            id={`remove-${method.id}`}
            label="Remove"
            title={`Remove ${nameOf(method)}?`}
            action={pages.removePaymentMethod}
            confirm="Yes, remove it"
            is_dangerous
          >
            <input type="hidden" name="payment_method_id" value={method.id} />
            <p>Your organization can no longer pay with it. Past payments are unchanged.</p>
          </ConfirmForm>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ type, card, us_bank_account: bank }: PaymentMethod): string {
  return methodName({ type, name: card?.brand ?? bank?.bank_name, last4: card?.last4 ?? bank?.last4 ?? "" });
}

function Facts({ method }: { method: PaymentMethod }) {
  const { card, us_bank_account: bank, verification } = method;
  if (verification) {
    return (
      <small>
        Waiting for verification: <a href={verification.url}>name the deposit</a> that arrives on{" "}
        <DateText at={verification.arrives_at} />
      </small>
    );
  }
  if (card) {
    const until = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
    return isExpired(method) ? <Badge tone="danger">{`Expired ${until}`}</Badge> : <small>Valid until {until}</small>;
  }
  return <small>{[bank?.account_holder_type, bank?.account_type, "account"].filter(Boolean).join(" ")}</small>;
}

/** A link, because it leaves the site. */
export const addOwnPaymentMethod = page({
  path: pages.addOwnPaymentMethod,
  access: "see_billing",
  not_impersonated: true,
  async load({ ctx, settings, isNavigation }) {
    if (!isNavigation) throw new PageNotFound();
    throw new Redirect(await setupAddress(ctx, settings.store_base));
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

/** Our page shows the reason if the provider's cannot be opened. */
async function setupAddress(ctx: ReadCtx, storeBase: string): Promise<string> {
  try {
    return (await openSetupCheckout(ctx, storeBase + pages.paymentMethods)).url;
  } catch (error) {
    if (error instanceof Failure) return hrefOf(pages.paymentMethods, {}, { problem: error.errcode });
    throw error;
  }
}

export const removePaymentMethod = formPost(contract.deletePaymentMethod, {
  path: pages.removePaymentMethod,
  back: pages.paymentMethods,
  send: (ctx, { params }) => deletePaymentMethod(ctx, params.payment_method_id),
  done: () => "The payment method was removed.",
  refusal: ({ errcode, message }) => ({
    message: errcode === "PAYMENT_METHOD_NOT_FOUND" ? "It was removed already." : message,
  }),
});
