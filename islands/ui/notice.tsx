import type { ReactNode } from "react";

/** Tone "danger" interrupts screen readers. */
export function Notice({ tone, children }: { tone: "info" | "success" | "warning" | "danger"; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "danger" ? "alert" : undefined}>
      {children}
    </div>
  );
}
