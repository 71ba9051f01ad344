import { type ReactNode, useEffect, useRef, useState } from "react";

type RowsProps = {
  name: string;
  label: string;
  noun: string;
  count: number;
  max: number;
  /** Renders the fields of a row; `name("quantity")` returns the name of the row's control for the quantity. */
  children: (name: (field: string) => string, number: number) => ReactNode;
};

/** The focus moves to a new row, or to the row or button after a removed one. */
export function Rows({ name, label, noun, count, max, children }: RowsProps) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => index));
  const nextFocus = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (nextFocus.current === undefined) return;
    ref.current?.querySelector<HTMLElement>(nextFocus.current)?.focus();
    nextFocus.current = undefined;
    // dispatched so that the form handles it like typing
    ref.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [keys]);

  const add = () => {
    nextFocus.current = `[name^="${name}.${keys.length}."]`;
    setKeys([...keys, Math.max(-1, ...keys) + 1]);
  };
  const remove = (index: number) => {
    const isLast = index === keys.length - 1;
    nextFocus.current = isLast ? "[data-add]" : `[name^="${name}.${index}."]`;
    setKeys(keys.filter((_, each) => each !== index));
  };
  return (
    <fieldset className="rows" name={name} ref={ref}>
      <legend>{label}</legend>
      {keys.map((key, index) => (
        <fieldset key={key} className="row" aria-label={`${noun} ${index + 1}`}>
          {children((field) => `${name}.${index}.${field}`, index + 1)}
          <button type="button" className="button quiet" onClick={() => remove(index)}>
            Remove <span className="unseen">{`${noun} ${index + 1}`}</span>
          </button>
        </fieldset>
      ))}
      <button type="button" className="button quiet" data-add="" disabled={keys.length >= max} onClick={add}>
        Add a {noun}
      </button>
    </fieldset>
  );
}
