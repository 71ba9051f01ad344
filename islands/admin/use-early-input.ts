import { type RefObject, useEffect, useRef, useState } from "react";

type EarlyInput = { form: RefObject<HTMLFormElement | null>; is_ready: boolean };

/** Passes input typed before hydration to `read`, and reports whether the form is hydrated. */
export function useEarlyInput(read: (typed: URLSearchParams) => void): EarlyInput {
  const form = useRef<HTMLFormElement>(null);
  const readFirst = useRef(read);
  const [is_ready, setIsReady] = useState(false);
  useEffect(() => {
    setIsReady(true);
    const typed = [...new FormData(form.current ?? undefined)].map(([name, value]) => [name, String(value)]);
    readFirst.current(new URLSearchParams(typed));
  }, []);
  return { form, is_ready };
}
