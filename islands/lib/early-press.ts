import { type RefObject, useEffect, useRef } from "react";

declare global {
  /** Target of the last click on the page, as early.ts recorded it. */
  var pressed: EventTarget | null | undefined;
}

/** Returns the ref of a button. If the last press before hydration was on the button, hydration repeats the press. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ref.current && ref.current === globalThis.pressed) ref.current.click();
  }, []);
  return ref;
}
