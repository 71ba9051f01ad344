import { useEffect, useRef } from "react";

/** `is_news` moves the focus to the heading, so that screen readers announce it. */
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
