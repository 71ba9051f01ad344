import { type Address, addressLines, isSameAddress } from "../../lib/address.ts";
import { AddressForm } from "./address-form.tsx";
import type { CheckoutProps } from "./model.ts";
import { Choice, Section } from "./section.tsx";

type AddressChoiceProps = {
  kind: "shipping" | "billing";
  title: string;
  problem: string | undefined;
  /** The address book, and the chosen address when it is not in it. */
  addresses: Address[];
  chosen: Address | null;
  /** Offered first for the bill: the address that the devices go to. */
  same_as?: Address | null;
  countries: CheckoutProps["countries"];
  is_typing: boolean;
  onType: (isTyping: boolean) => void;
  onChoose: (address: Address) => Promise<boolean>;
};

const withChosen = (addresses: Address[], chosen: Address | null): Address[] =>
  chosen && !addresses.some((each) => isSameAddress(each, chosen)) ? [...addresses, chosen] : addresses;

/** Known addresses to choose from, and a form for another one. */
export function AddressChoice(props: AddressChoiceProps) {
  const { kind, title, problem, addresses, chosen, same_as = null, countries, is_typing, onType, onChoose } = props;
  const others = withChosen(addresses, chosen).filter((each) => !isSameAddress(each, same_as));
  // with nothing to choose from, the form is there at once
  const isTyping = is_typing || (others.length === 0 && !same_as);
  const choose = async (address: Address) => {
    const isSaved = await onChoose(address);
    if (isSaved) onType(false);
    return isSaved;
  };
  const choice = (address: Address, label?: string) => (
    <Choice
      key={addressLines(address).join()}
      group={`${kind}-address`}
      is_chosen={!isTyping && isSameAddress(address, chosen)}
      onChoose={() => void choose(address)}
    >
      {label && <b>{label}</b>}
      {addressLines(address).join(", ")}
    </Choice>
  );
  return (
    <Section title={title} problem={problem}>
      {same_as && choice(same_as, "Same as shipping address")}
      {others.map((address) => choice(address))}
      <Choice group={`${kind}-address`} is_chosen={isTyping} onChoose={() => onType(true)}>
        Another address
      </Choice>
      {isTyping && <AddressForm kind={kind} countries={countries} onUse={choose} />}
    </Section>
  );
}
