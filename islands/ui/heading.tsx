import { useEffect, useRef } from "react";

/** The title of a screen. With `is_news` it takes the focus when it appears, so that it is read out. */
export function Heading({ text, subtitle, is_news }: { text: string; subtitle?: string; is_news?: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (is_news) ref.current?.focus();
  }, [is_news]);
  return (
    <>
      <h1 ref={ref} tabIndex={is_news ? -1 : undefined}>
        {text}
      </h1>
      {subtitle && <p className="subtitle">{subtitle}</p>}
    </>
  );
}
