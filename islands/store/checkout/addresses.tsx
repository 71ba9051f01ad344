import { type Address, isSameAddress } from "../../lib/address.ts";
import { AddressChoice } from "./address-choice.tsx";
import { type CheckoutProps, needsShipping } from "./model.ts";
import { RateChoice } from "./rate-choice.tsx";
import type { Checkout } from "./use-checkout.ts";

type AddressesProps = { checkout: Checkout; page: CheckoutProps };

const typing = (checkout: Checkout, kind: "shipping" | "billing") => ({
  is_typing: checkout.typing[kind],
  onType: (isTyping: boolean) => checkout.setIsTyping(kind, isTyping),
});

/** Where the devices go and how. */
export function Shipping({ checkout, page }: AddressesProps) {
  const { cart, problems, save, findRates, rates } = checkout;
  const { shipping, billing } = cart.address;
  if (!needsShipping(page.lines)) return null;

  /** The bill follows as long as it goes to the same place; a rate of another country is replaced. */
  const shipTo = async (address: Address | null): Promise<boolean> => {
    const isKnown = address?.country === shipping?.country && rates.length > 0;
    const found = isKnown || !address ? rates : await findRates(address.country);
    const rate = found.find(({ id }) => id === cart.shipping_rate_id) ?? found[0];
    const follows = billing === null || isSameAddress(billing, shipping);
    const change = { address: { shipping: address, ...(follows ? { billing: address } : {}) } };
    return save({ ...change, shipping_rate_id: rate?.id ?? null }, "shipping", "rate", "billing");
  };
  return (
    <>
      <AddressChoice
        kind="shipping"
        title="Shipping address"
        problem={problems.shipping}
        addresses={page.addresses}
        countries={page.countries}
        chosen={shipping}
        onChoose={shipTo}
        {...typing(checkout, "shipping")}
      />
      <RateChoice checkout={checkout} today={page.today} />
    </>
  );
}

/** Where the bill goes. */
export function Billing({ checkout, page }: AddressesProps) {
  const { cart, problems, save } = checkout;
  const { shipping, billing } = cart.address;
  return (
    <AddressChoice
      kind="billing"
      title="Billing address"
      problem={problems.billing}
      addresses={page.addresses}
      countries={page.countries}
      chosen={billing}
      same_as={needsShipping(page.lines) ? shipping : null}
      onChoose={(address) => save({ address: { billing: address } }, "billing")}
      {...typing(checkout, "billing")}
    />
  );
}
