import type { ReactNode } from "react";

/** A notice of tone "danger" interrupts screen readers. */
export function Notice({ tone, children }: { tone: "info" | "success" | "warning" | "danger"; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "danger" ? "alert" : undefined}>
      {children}
    </div>
  );
}
