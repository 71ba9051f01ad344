import { type RefObject, useEffect, useRef } from "react";

declare global {
  /** Target of the last click on the page, as early.ts recorded it. */
  var pressed: EventTarget | null | undefined;
}

/** Ref of a button; if it was pressed last before hydration, the press is repeated after it. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ref.current && ref.current === globalThis.pressed) ref.current.click();
  }, []);
  return ref;
}
