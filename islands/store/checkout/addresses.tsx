import { useEffect, useState } from "react";
import { type Address, addressLines, isSameAddress } from "../../lib/address.ts";
import { AddressChoice } from "./address-choice.tsx";
import { type CartChange, type CheckoutProps, needsShipping } from "./model.ts";
import { RateChoice } from "./rate-choice.tsx";
import { Section } from "./section.tsx";
import type { Checkout, SaveAddress } from "./use-checkout.ts";

type AddressesProps = { checkout: Checkout; page: CheckoutProps };

const typingProps = (checkout: Checkout, kind: "shipping" | "billing") => ({
  is_typing: checkout.typing[kind],
  onType: (isTyping: boolean) => checkout.setIsTyping(kind, isTyping),
  onForm: (saveAddress: SaveAddress | undefined) => checkout.setAddressForm(kind, saveAddress),
});

export function ShippingAddress({ checkout, page }: AddressesProps) {
  const { cart, problems, save, findRates } = checkout;
  const { shipping, billing } = cart.address;
  if (!needsShipping(page.lines)) return null;

  /**
   * A billing address that is unset or the same as the shipping address changes with it; another country loads other
   * rates.
   */
  const shipTo = async (address: Address | null): Promise<boolean> => {
    const rates = await findRates(address?.country);
    if (!rates) return false;
    const rate = rates.find(({ id }) => id === cart.shipping_rate_id) ?? rates[0];
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
        {...typingProps(checkout, "shipping")}
      />
      <RateChoice checkout={checkout} page={page} />
    </>
  );
}

export function BillingAddress({ checkout, page }: AddressesProps) {
  const { cart, problems, save, typing: isTypingByKind } = checkout;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('[name="billing-address"]:checked')?.focus();
  }, [isOpen]);
  const { shipping, billing } = cart.address;
  // the proposed address is shown before it is saved, which avoids a layout shift afterwards
  const proposedAddress = page.proposal?.address;
  const shippingAddress = needsShipping(page.lines) ? (shipping ?? toAddress(proposedAddress?.shipping)) : null;
  const billingSummary = summarizeBilling(
    billing ?? toAddress(proposedAddress?.billing),
    shippingAddress,
    page.addresses,
  );
  if (billingSummary && !isOpen && !problems.billing && !isTypingByKind.billing) {
    return (
      <Section id="billing-step" title="Billing address" problem={undefined}>
        <p className="in-short">
          <span>{billingSummary}</span>
          <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
            Change<span className="unseen"> the billing address</span>
          </button>
        </p>
      </Section>
    );
  }
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
      {...typingProps(checkout, "billing")}
    />
  );
}

type BillingChange = NonNullable<NonNullable<CartChange["address"]>["billing"]>;
const toAddress = (given: BillingChange | null | undefined): Address | null =>
  given ? { ...given, line2: given.line2 ?? null, state: given.state ?? "" } : null;

function summarizeBilling(
  billing: Address | null,
  shippingAddress: Address | null,
  savedAddresses: Address[],
): string | undefined {
  if (!billing) return undefined;
  if (isSameAddress(billing, shippingAddress)) return "Same as shipping address";
  return isSameAddress(billing, savedAddresses[0] ?? null) ? addressLines(billing).join(", ") : undefined;
}
