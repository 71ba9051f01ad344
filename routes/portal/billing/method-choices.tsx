import { BrandMark } from "../../../islands/ui/brand-mark.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { isExpired, type PaymentMethod } from "../../../worker/domain/payments/index.ts";

export function nameOf({ type, card, us_bank_account: bank }: PaymentMethod): string {
  return methodName({ type, name: card?.brand ?? bank?.bank_name, last4: card?.last4 ?? bank?.last4 ?? "" });
}

/** "12/2029", of a card. */
export const expiryOf = ({ card }: PaymentMethod): string | undefined =>
  card && `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;

export const canBeCharged = (method: PaymentMethod): boolean => !isExpired(method) && !method.verification;

type ChoicesProps = { methods: readonly PaymentMethod[]; name: string; chosen: string | undefined };

export function MethodChoices({ methods, name, chosen }: ChoicesProps) {
  return methods.map((method) => (
    <label key={method.id} className="choice">
      <input
        type="radio"
        name={name}
        value={method.id}
        defaultChecked={method.id === chosen}
        disabled={!canBeCharged(method)}
        required
      />
      <span>{labelOf(method)}</span>
    </label>
  ));
}

const labelOf = (method: PaymentMethod) => (
  <>
    <span className="method-name">
      <BrandMark brand={method.card?.brand ?? method.type} />
      {nameOf(method)}
    </span>
    <em>{noteOf(method)}</em>
  </>
);

function noteOf(method: PaymentMethod): string {
  if (method.verification) return "Waiting for verification";
  const expiry = expiryOf(method);
  if (expiry === undefined) return "Takes up to 4 business days";
  return isExpired(method) ? `Expired ${expiry}` : `Expires ${expiry}`;
}

/** The rest of the page still works. */
export function ProviderDown({ retry }: { retry: string }) {
  return (
    <Notice tone="warning">
      Our payment provider does not answer, so the payment methods cannot be listed now. Nothing is lost.{" "}
      <a href={retry}>Try again</a>
    </Notice>
  );
}
