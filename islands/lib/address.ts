import type { ReplyOf } from "../../worker/contract/endpoint.ts";
import type { Rule } from "../../worker/contract/rules.ts";
import type { getCart } from "../../worker/contract/v1/store/cart.ts";

export type Address = NonNullable<ReplyOf<typeof getCart>["address"]["billing"]>;

const required = (name: string): Rule => ({
  code: "too_small",
  message: `${name} is required.`,
  test: (value) => value !== "",
});
const atMost = (name: string, max: number): Rule => ({
  code: "too_big",
  message: `${name} must be at most ${max} characters.`,
  test: (value) => value.length <= max,
});

/** What the server's address schema asks for, told while typing. */
export const addressRules = {
  line1: [required("Address line 1"), atMost("Address line 1", 256)],
  line2: [atMost("Address line 2", 256)],
  city: [required("City"), atMost("City", 128)],
  state: [atMost("State or region", 64)],
  postal_code: [required("Postal code"), atMost("Postal code", 32)],
  country: [required("Country")],
};

const partsOf = (address: Address) => [
  address.line1,
  address.line2 ?? "",
  address.city,
  address.state,
  address.postal_code,
  address.country,
];

export const isSameAddress = (one: Address | null, other: Address | null): boolean =>
  one !== null && other !== null && partsOf(one).join("\n") === partsOf(other).join("\n");

/** The lines of an address as they stand on an envelope. */
export const addressLines = ({ line1, line2, city, state, postal_code, country }: Address): string[] =>
  [
    line1,
    line2 ?? "",
    [city, [state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    country,
  ].filter(Boolean);
