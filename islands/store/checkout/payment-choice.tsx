import type { ReactNode } from "react";
import { MethodLabel } from "../../ui/method-label.tsx";
import { formatMoney } from "../../lib/money.ts";
import {
  type Account,
  canBeUsed,
  type CheckoutLine,
  type CheckoutProps,
  isOnAccount,
  type PaymentMethod,
} from "./model.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";
import { pages } from "../../../worker/contract/pages.ts";
import type { NamedMethod } from "../../../worker/contract/buying/payment-method-name.ts";

function describeMethod({
  card,
  us_bank_account: bank,
  is_expired,
}: PaymentMethod): [named: NamedMethod, note: string] {
  if (card) {
    const until = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
    return [{ type: "card", name: card.brand, last4: card.last4 }, is_expired ? `Expired ${until}` : until];
  }
  return [
    { type: "us_bank_account", name: bank?.bank_name, last4: bank?.last4 ?? "" },
    "Bank transfer; takes up to 4 business days",
  ];
}

/** UTC: bank bookings have neither a time nor a zone. */
const formatDay = (at: string) => new Date(at).toUTCString().slice(5, 16);

/** Verification by a deposit of one cent; the provider sends an email when it arrives. */
const Verification = ({ url, arrives_at }: NonNullable<PaymentMethod["verification"]>) => (
  <em>
    Waiting for verification. A deposit arrives by {formatDay(arrives_at)};{" "}
    <a href={url} target="_blank" rel="noopener noreferrer">
      name its code
    </a>{" "}
    to pay from this account.
  </em>
);

/** Undefined if this cart can be bought on account. */
export function accountObstacle({ is_closed }: Account, lines: CheckoutLine[]): string | undefined {
  if (is_closed) return "Pay the overdue invoice first";
  return lines.some(({ subscription_term: term }) => term) ? "Not for plans" : undefined;
}

type PaymentChoiceProps = { checkout: Checkout; page: CheckoutProps };

/** Undefined if no method is chosen, or the chosen one was just declined or is unusable. */
export const findChosenMethod = ({ cart, declined }: Checkout, methods: PaymentMethod[]): PaymentMethod | undefined =>
  methods.find(
    (method) =>
      method.id === cart.stripe_payment_method.stripe_payment_method_id && method.id !== declined && canBeUsed(method),
  );

export const addMethodForm = "add-payment-method";

type AddMethodProps = { checkout: Checkout; is_main: boolean; children: ReactNode };

/** Opens the provider's page once all typed input is saved; without script the form saves PO number and note. */
export function AddMethod({ checkout, is_main, children }: AddMethodProps) {
  const openMethodPage = async () => {
    const isSaved = (await checkout.saveTypedAddresses()) && (await checkout.settle());
    if (isSaved) location.assign(pages.checkoutPaymentMethod);
  };
  return (
    <button
      form={addMethodForm}
      className={is_main ? "button" : "button quiet"}
      onClick={(event) => {
        event.preventDefault();
        void openMethodPage();
      }}
    >
      {children}
    </button>
  );
}

export function PaymentChoice({
  checkout,
  page: { payment_methods: methods, can_pay, is_provider_down, account, lines },
}: PaymentChoiceProps) {
  const { problems, choosePaymentMethod } = checkout;
  const chosenOption = findChosenMethod(checkout, methods);
  return (
    <Section id="payment-step" title="Payment" problem={problems.payment}>
      {is_provider_down && (
        <div className="notice warning">
          <p>
            Our payment provider is not responding, so you cannot pay right now. Your cart, addresses and PO number are
            saved; nothing was charged.
          </p>
          <a className="button quiet" href={pages.checkout}>
            Retry
          </a>
        </div>
      )}
      {can_pay && !is_provider_down && methods.length === 0 && !account && (
        <p className="small">Your organization has no payment method yet.</p>
      )}
      {methods.map((method) => {
        const [namedMethod, note] = describeMethod(method);
        return (
          <Choice
            key={method.id}
            group="payment-method"
            is_chosen={method === chosenOption}
            is_disabled={!canBeUsed(method)}
            onChoose={() => void choosePaymentMethod(method.id)}
          >
            <MethodLabel method={namedMethod} />
            {method.verification ? (
              <Verification {...method.verification} />
            ) : (
              <em className="method-note">
                {method.declined_text && !method.is_expired ? method.declined_text : note}
              </em>
            )}
          </Choice>
        );
      })}
      {account && (
        <Choice
          group="payment-method"
          is_chosen={isOnAccount(checkout.cart)}
          is_disabled={accountObstacle(account, lines) !== undefined}
          onChoose={() => void checkout.chooseAccount()}
        >
          <span className="method-name">
            <b>On account, due in {account.days} days</b>
          </span>
          <em className="method-note">
            {accountObstacle(account, lines) ?? `${formatMoney(account.available)} available`}
          </em>
        </Choice>
      )}
      {can_pay && !is_provider_down && (
        <p className="add-method">
          <AddMethod checkout={checkout} is_main={methods.length === 0 && !account}>
            Add payment method
          </AddMethod>
          <span className="small">On our payment provider’s page. You will come back here.</span>
        </p>
      )}
      {!can_pay && <p className="small">Payment methods are shown only to the person who pays.</p>}
    </Section>
  );
}
