import { type RefObject, useEffect, useRef } from "react";

/** Ref of a button; a press before hydration, which early.ts recorded, is repeated after it. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ref.current?.dataset["pressed"] !== undefined) ref.current.click();
  }, []);
  return ref;
}
