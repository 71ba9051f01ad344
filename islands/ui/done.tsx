import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "./notice.tsx";

/** What stands where a form stood once it did its work; takes the focus, so that it is read out. */
export function Done({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice tone="success">{children}</Notice>
    </div>
  );
}
