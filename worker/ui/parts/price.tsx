import { formatMoney, termLabels } from "../../../islands/lib/money.ts";

type Term = "month" | "year";
type PriceProps = {
  price: number | null;
  subscription_term: Term | null;
  is_from?: boolean;
};

export function Price({ price, subscription_term, is_from }: PriceProps) {
  if (price === null) return <span className="price">Price on request</span>;
  return (
    <span className="price">
      {is_from && <small>from </small>}
      {formatMoney(price)}
      {subscription_term && <small> {termLabels[subscription_term]}</small>}
    </span>
  );
}
