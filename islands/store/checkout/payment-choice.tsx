import { canBeUsed, type PaymentMethod } from "./model.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";
import { pages } from "../../../worker/contract/pages.ts";

const brands: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** How a payment method is called and what is good to know about it. */
function describe({ card, us_bank_account: bank, is_expired }: PaymentMethod): [name: string, note: string] {
  if (card) {
    const until = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
    return [
      `${brands[card.brand] ?? "Card"} ending in ${card.last4}`,
      is_expired ? `Expired ${until}` : `Expires ${until}`,
    ];
  }
  return [
    `${bank?.bank_name ?? "US bank account"} ending in ${bank?.last4 ?? ""}`,
    "Bank transfer; takes up to 4 business days",
  ];
}

/** "23 Nov 2026": when a bank books knows no hour, and no zone. */
const dayOf = (at: string) => new Date(at).toUTCString().slice(5, 16);

/** A deposit of a cent says whether the account is theirs; the provider also writes to them when it has arrived. */
const Verification = ({ url, arrives_at }: NonNullable<PaymentMethod["verification"]>) => (
  <em>
    Waits for its verification. A deposit arrives by {dayOf(arrives_at)};{" "}
    <a href={url} target="_blank" rel="noopener noreferrer">
      name its code
    </a>{" "}
    to pay from this account.
  </em>
);

type PaymentChoiceProps = { checkout: Checkout; methods: PaymentMethod[]; can_pay: boolean };

/** The organization's payment methods; one is added on the payment provider's page, never here. */
export function PaymentChoice({ checkout, methods, can_pay }: PaymentChoiceProps) {
  const { cart, problems, save } = checkout;
  const chosen = cart.stripe_payment_method.stripe_payment_method_id;
  return (
    <Section title="Payment" problem={problems.payment}>
      {can_pay && methods.length === 0 && <p className="small">Your organization has no payment method yet.</p>}
      {methods.map((method) => {
        const [name, note] = describe(method);
        return (
          <Choice
            key={method.id}
            group="payment-method"
            is_chosen={method.id === chosen}
            is_disabled={!canBeUsed(method)}
            onChoose={() => void save({ stripe_payment_method: { stripe_payment_method_id: method.id } }, "payment")}
          >
            {name}
            {method.verification ? <Verification {...method.verification} /> : <em>{note}</em>}
          </Choice>
        );
      })}
      {can_pay ? (
        <p className="small">
          <a href={pages.checkoutPaymentMethod}>Add payment method</a> on our payment provider’s page. You will come
          back here.
        </p>
      ) : (
        <p className="small">Payment methods are shown only to the person who pays.</p>
      )}
    </Section>
  );
}
