import { useEffect, useState } from "react";
import { type Address, addressLines, isSameAddress } from "../../lib/address.ts";
import { AddressChoice } from "./address-choice.tsx";
import { type CartChange, type CheckoutProps, needsShipping } from "./model.ts";
import { RateChoice } from "./rate-choice.tsx";
import { Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";

type AddressesProps = { checkout: Checkout; page: CheckoutProps };

const typing = (checkout: Checkout, kind: "shipping" | "billing") => ({
  is_typing: checkout.typing[kind],
  onType: (isTyping: boolean) => checkout.setIsTyping(kind, isTyping),
});

export function Shipping({ checkout, page }: AddressesProps) {
  const { cart, problems, save, findRates, rates } = checkout;
  const { shipping, billing } = cart.address;
  if (!needsShipping(page.lines)) return null;

  /** The billing address follows while both are equal; another country gets another rate. */
  const shipTo = async (address: Address | null): Promise<boolean> => {
    const isKnown = address?.country === shipping?.country && rates.length > 0;
    const ratesForCountry = isKnown || !address ? rates : await findRates(address.country);
    const rate = ratesForCountry.find(({ id }) => id === cart.shipping_rate_id) ?? ratesForCountry[0];
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
      <RateChoice checkout={checkout} page={page} />
    </>
  );
}

export function Billing({ checkout, page }: AddressesProps) {
  const { cart, problems, save, typing: typed } = checkout;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('[name="billing-address"]:checked')?.focus();
  }, [isOpen]);
  const { shipping, billing } = cart.address;
  // avoids a layout shift after saving
  const proposed = page.proposal?.address;
  const sentTo = needsShipping(page.lines) ? (shipping ?? toAddress(proposed?.shipping)) : null;
  const usual = usualBilling(billing ?? toAddress(proposed?.billing), sentTo, page.addresses);
  if (usual && !isOpen && !problems.billing && !typed.billing) {
    return (
      <Section id="billing-step" title="Billing address" problem={undefined}>
        <p className="in-short">
          <span>{usual}</span>
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
      {...typing(checkout, "billing")}
    />
  );
}

type BillingChange = NonNullable<NonNullable<CartChange["address"]>["billing"]>;
const toAddress = (given: BillingChange | null | undefined): Address | null =>
  given ? { ...given, line2: given.line2 ?? null, state: given.state ?? "" } : null;

function usualBilling(billing: Address | null, sentTo: Address | null, book: Address[]): string | undefined {
  if (!billing) return undefined;
  if (isSameAddress(billing, sentTo)) return "Same as shipping address";
  return isSameAddress(billing, book[0] ?? null) ? addressLines(billing).join(", ") : undefined;
}
