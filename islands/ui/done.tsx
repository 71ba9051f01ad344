import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "./notice.tsx";

/** Success message that takes the focus, so that screen readers announce it. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice tone="success">{children}</Notice>
    </div>
  );
}
