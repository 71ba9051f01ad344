import type { ReactNode } from "react";
import { MethodLabel } from "../../../islands/ui/method-label.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { methodName, type NamedMethod } from "../../../worker/contract/buying/payment-method-name.ts";
import { isExpired, type MethodUse, type PaymentMethod } from "../../../worker/domain/payments/index.ts";

const toNamedMethod = ({ type, card, us_bank_account: bank }: PaymentMethod): NamedMethod => ({
  type,
  name: card?.brand ?? bank?.bank_name,
  last4: card?.last4 ?? bank?.last4 ?? "",
});

export const formatMethodName = (method: PaymentMethod): string => methodName(toNamedMethod(method));

type Attempt = MethodUse["tries"][number];

/** Compares type, name and last digits, because charges lack the method's id. */
export function isAttemptWith(method: PaymentMethod, attempt: Attempt): boolean {
  const { type, name = null, last4 } = toNamedMethod(method);
  return type === attempt.type && last4 === attempt.last4 && name === attempt.name;
}

/** "12/2029"; undefined for a method other than a card. */
export const formatExpiry = ({ card }: PaymentMethod): string | undefined =>
  card && `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;

export const canBeCharged = (method: PaymentMethod): boolean => !isExpired(method) && !method.verification;

type ChoicesProps = {
  methods: readonly PaymentMethod[];
  name: string;
  chosen: string | undefined;
  /** Replaces the expiry of a method. */
  note?: (method: PaymentMethod) => ReactNode;
};

export function MethodChoices({ methods, name, chosen, note }: ChoicesProps) {
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
      <span>
        <MethodLabel method={toNamedMethod(method)} />
        <em className="method-note">{note?.(method) ?? formatNote(method)}</em>
      </span>
    </label>
  ));
}

function formatNote(method: PaymentMethod): string {
  if (method.verification) return "Waiting for verification";
  const expiry = formatExpiry(method);
  if (expiry === undefined) return "Bank transfer; takes up to 4 business days";
  return isExpired(method) ? `Expired ${expiry}` : expiry;
}

/** Replaces the payment methods; the rest of the page still works. */
export function ProviderDown({ retry }: { retry: string }) {
  return (
    <Notice tone="warning">
      Our payment provider is not responding, so we cannot list your payment methods right now. Nothing is lost.{" "}
      <a href={retry}>Try again</a>
    </Notice>
  );
}
