import type { ReplyOf } from "../../worker/contract/endpoint.ts";
import type { getCart } from "../../worker/contract/v1/store/cart.ts";

export type Address = NonNullable<ReplyOf<typeof getCart>["address"]["billing"]>;

const addressFields = (address: Address) => [
  address.recipient ?? "",
  address.company ?? "",
  address.line1,
  address.line2 ?? "",
  address.city,
  address.state,
  address.postal_code,
  address.country,
];

export const isSameAddress = (one: Address | null, other: Address | null): boolean =>
  one !== null && other !== null && addressFields(one).join("\n") === addressFields(other).join("\n");

export const addressLines = ({
  recipient,
  company,
  line1,
  line2,
  city,
  state,
  postal_code,
  country,
}: Address): string[] =>
  [
    recipient ?? "",
    company ?? "",
    line1,
    line2 ?? "",
    [city, [state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    country,
  ].filter(Boolean);
