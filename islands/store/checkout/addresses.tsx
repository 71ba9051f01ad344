import { type Address, isSameAddress } from "../../lib/address.ts";
import { AddressChoice } from "./address-choice.tsx";
import { type CheckoutProps, needsShipping } from "./model.ts";
import { RateChoice } from "./rate-choice.tsx";
import type { Checkout } from "./use-checkout.ts";

type AddressesProps = { checkout: Checkout; page: CheckoutProps };

/** Where the devices go and how, and where the bill goes. */
export function Addresses({ checkout, page }: AddressesProps) {
  const { cart, problems, save, findRates, rates } = checkout;
  const { shipping, billing } = cart.address;
  const ships = needsShipping(page.lines);

  /** The bill follows as long as it goes to the same place; a rate of another country is replaced. */
  const shipTo = async (address: Address): Promise<boolean> => {
    const found = address.country === shipping?.country && rates.length > 0 ? rates : await findRates(address.country);
    const rate = found.find(({ id }) => id === cart.shipping_rate_id) ?? found[0];
    const follows = billing === null || isSameAddress(billing, shipping);
    return save(
      { address: { shipping: address, ...(follows ? { billing: address } : {}) }, shipping_rate_id: rate?.id ?? null },
      "shipping",
      "rate",
      "billing",
    );
  };
  const typing = (kind: "shipping" | "billing") => ({
    is_typing: checkout.typing[kind],
    onType: (isTyping: boolean) => checkout.setIsTyping(kind, isTyping),
  });
  const shared = { addresses: page.addresses, countries: page.countries };
  return (
    <>
      {ships && (
        <AddressChoice
          kind="shipping"
          title="Shipping address"
          problem={problems.shipping}
          chosen={shipping}
          onChoose={shipTo}
          {...typing("shipping")}
          {...shared}
        />
      )}
      {ships && <RateChoice checkout={checkout} />}
      <AddressChoice
        kind="billing"
        title="Billing address"
        problem={problems.billing}
        chosen={billing}
        same_as={ships ? shipping : null}
        onChoose={(address) => save({ address: { billing: address } }, "billing")}
        {...typing("billing")}
        {...shared}
      />
    </>
  );
}
