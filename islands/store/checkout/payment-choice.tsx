import { BrandMark } from "../../ui/brand-mark.tsx";
import { canBeUsed, type PaymentMethod } from "./model.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";

function describe({ card, us_bank_account: bank, is_expired }: PaymentMethod): [name: string, note: string] {
  if (card) {
    const until = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
    return [
      methodName({ type: "card", name: card.brand, last4: card.last4 }),
      is_expired ? `Expired ${until}` : `Expires ${until}`,
    ];
  }
  return [
    methodName({ type: "us_bank_account", name: bank?.bank_name, last4: bank?.last4 ?? "" }),
    "Bank transfer; takes up to 4 business days",
  ];
}

/** UTC: bank bookings have neither a time nor a zone. */
const dayOf = (at: string) => new Date(at).toUTCString().slice(5, 16);

/** A deposit of one cent; the provider emails on its arrival. */
const Verification = ({ url, arrives_at }: NonNullable<PaymentMethod["verification"]>) => (
  <em>
    Waiting for verification. A deposit arrives by {dayOf(arrives_at)};{" "}
    <a href={url} target="_blank" rel="noopener noreferrer">
      name its code
    </a>{" "}
    to pay from this account.
  </em>
);

type PaymentChoiceProps = { checkout: Checkout; methods: PaymentMethod[]; can_pay: boolean };

/** Undefined if the chosen one was just declined or is unusable. */
export const chosenMethod = ({ cart, declined }: Checkout, methods: PaymentMethod[]): PaymentMethod | undefined =>
  methods.find(
    (method) =>
      method.id === cart.stripe_payment_method.stripe_payment_method_id && method.id !== declined && canBeUsed(method),
  );

export function PaymentChoice({ checkout, methods, can_pay }: PaymentChoiceProps) {
  const { problems, declined, choosePaymentMethod } = checkout;
  const chosen = chosenMethod(checkout, methods);
  return (
    <Section title="Payment" problem={problems.payment}>
      {can_pay && methods.length === 0 && <p className="small">Your organization has no payment method yet.</p>}
      {methods.map((method) => {
        const [name, note] = describe(method);
        return (
          <Choice
            key={method.id}
            group="payment-method"
            is_chosen={method === chosen}
            is_disabled={!canBeUsed(method)}
            onChoose={() => void choosePaymentMethod(method.id)}
          >
            <span className="method-name">
              <BrandMark brand={method.card?.brand ?? method.type} />
              {name}
            </span>
            {method.verification ? (
              <Verification {...method.verification} />
            ) : (
              <em>{method.id === declined ? "Declined just now" : note}</em>
            )}
          </Choice>
        );
      })}
      {can_pay ? (
        <p className="add-method">
          <a className={methods.length === 0 ? "button" : "button quiet"} href={pages.checkoutPaymentMethod}>
            Add payment method
          </a>
          <span className="small">On our payment provider’s page. You will come back here.</span>
        </p>
      ) : (
        <p className="small">Payment methods are shown only to the person who pays.</p>
      )}
    </Section>
  );
}
