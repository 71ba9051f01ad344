import { type RefObject, useEffect, useRef } from "react";

declare global {
  /** Target of the last click on the page; set by early.ts. */
  var pressed: EventTarget | null | undefined;
}

/** Ref for a button: if the last press before hydration was on the button, the press is repeated after hydration. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ref.current && ref.current === globalThis.pressed) ref.current.click();
  }, []);
  return ref;
}
