import { type RefObject, useEffect, useRef, useState } from "react";

type EarlyInput = { form: RefObject<HTMLFormElement | null>; is_ready: boolean };

/** Passes input typed before hydration to `onEarlyInput`, and reports whether the form is hydrated. */
export function useEarlyInput(onEarlyInput: (typed: URLSearchParams) => void): EarlyInput {
  const form = useRef<HTMLFormElement>(null);
  const onEarlyInputRef = useRef(onEarlyInput);
  const [is_ready, setIsReady] = useState(false);
  useEffect(() => {
    setIsReady(true);
    const typed = [...new FormData(form.current ?? undefined)].map(([name, value]) => [name, String(value)]);
    onEarlyInputRef.current(new URLSearchParams(typed));
  }, []);
  return { form, is_ready };
}
