import { useEffect, useRef, useState } from "react";
import { type Address, addressLines, isSameAddress } from "../../lib/address.ts";
import { AddressForm } from "./address-form.tsx";
import type { CheckoutProps } from "./model.ts";
import { Choice, Section } from "./section.tsx";
import type { SaveAddress } from "./use-checkout.ts";

type AddressChoiceProps = {
  kind: "shipping" | "billing";
  title: string;
  problem: string | undefined;
  /** `chosen` may be a typed address that is not in the address book. */
  addresses: Address[];
  chosen: Address | null;
  same_as?: Address | null;
  countries: CheckoutProps["countries"];
  is_typing: boolean;
  onType: (isTyping: boolean) => void;
  onChoose: (address: Address | null) => Promise<boolean>;
  onForm: (save: SaveAddress | undefined) => void;
};

const includesAddress = (addresses: Address[], address: Address) =>
  addresses.some((each) => isSameAddress(each, address));

/** A typed address stays in the list until it is removed. */
function useTypedAddresses({ addresses, chosen }: Pick<AddressChoiceProps, "addresses" | "chosen">) {
  const [typed, setTyped] = useState<Address[]>([]);
  const isUnlisted = chosen !== null && !includesAddress(addresses, chosen) && !includesAddress(typed, chosen);
  const all = isUnlisted ? [...typed, chosen] : typed;
  const without = (address: Address) => all.filter((each) => !isSameAddress(each, address));
  return { typed: all, without, setTyped };
}

export function AddressChoice(props: AddressChoiceProps) {
  const { kind, title, problem, addresses, chosen, same_as = null, countries, is_typing, onType, onChoose } = props;
  const { typed, without, setTyped } = useTypedAddresses(props);
  const [editedAddress, setEdited] = useState<Address>();
  const listedAddresses = [...addresses, ...typed].filter((each) => !isSameAddress(each, same_as));
  // a refused address stays in its form
  const refusedAddress = problem !== undefined && chosen && includesAddress(typed, chosen) ? chosen : undefined;
  const isTyping = is_typing || refusedAddress !== undefined || (listedAddresses.length === 0 && !same_as);
  const initial = editedAddress ?? refusedAddress;
  const isFormSaved = useRef(false);
  // the form disappears with the focus, which the saved address takes
  useEffect(() => {
    if (!isFormSaved.current || isTyping) return;
    isFormSaved.current = false;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[name="${kind}-address"]:checked`)?.focus();
  });

  const startTyping = (address?: Address) => {
    setEdited(address);
    onType(true);
  };
  const choose = async (address: Address) => {
    const isSaved = await onChoose(address);
    if (isSaved) onType(false);
    return isSaved;
  };
  const saveAddress = async (address: Address) => {
    const remainingAddresses = initial ? without(initial) : typed;
    const isSaved = await choose(address);
    if (isSaved) {
      isFormSaved.current = true;
      setTyped(
        includesAddress([...addresses, ...remainingAddresses], address)
          ? remainingAddresses
          : [...remainingAddresses, address],
      );
      setEdited(undefined);
    }
    return isSaved;
  };
  const remove = async (address: Address) => {
    const remainingAddresses = without(address);
    if (isSameAddress(address, chosen)) await onChoose(addresses[0] ?? remainingAddresses[0] ?? same_as);
    setTyped(remainingAddresses);
  };

  const renderChoice = (address: Address, label?: string) => (
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
    <Section id={`${kind}-step`} title={title} problem={refusedAddress ? undefined : problem}>
      {same_as && renderChoice(same_as, "Same as shipping address")}
      {listedAddresses
        .filter((address) => !initial || !isTyping || !isSameAddress(address, initial))
        .map((address) =>
          includesAddress(typed, address) ? (
            <div key={addressLines(address).join()} className="typed-address">
              {renderChoice(address)}
              <button type="button" className="link-button" onClick={() => startTyping(address)}>
                Edit
                <span className="unseen"> {addressLines(address).join(", ")}</span>
              </button>
              <button type="button" className="link-button" onClick={() => void remove(address)}>
                Remove
                <span className="unseen"> {addressLines(address).join(", ")}</span>
              </button>
            </div>
          ) : (
            renderChoice(address)
          ),
        )}
      <Choice group={`${kind}-address`} is_chosen={isTyping} onChoose={() => startTyping()}>
        Another address
      </Choice>
      {isTyping && (
        <AddressForm
          key={initial ? addressLines(initial).join() : ""}
          kind={kind}
          countries={countries}
          initial={initial}
          refused={refusedAddress && problem}
          onUse={saveAddress}
          onForm={props.onForm}
        />
      )}
    </Section>
  );
}
