import { formatMoney, termWords } from "../../islands/lib/money.ts";

type PriceProps = { price: number | null; subscription_term: "month" | "year" | null };

/** A price with its term, or the words for having none. */
export function Price({ price, subscription_term }: PriceProps) {
  if (price === null) return <span className="price">Price on request</span>;
  return (
    <span className="price">
      {formatMoney(price)}
      {subscription_term && <small> {termWords[subscription_term]}</small>}
    </span>
  );
}
