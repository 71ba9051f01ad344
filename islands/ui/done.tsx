import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "./notice.tsx";

/** Takes the focus, so that screen readers announce the message. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice tone="success">{children}</Notice>
    </div>
  );
}
