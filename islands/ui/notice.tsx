import type { ReactNode } from "react";

/** The notice component. Danger interrupts screen readers, other tones wait. */
export function Notice({ tone, children }: { tone: "info" | "success" | "warning" | "danger"; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "danger" ? "alert" : undefined}>
      {children}
    </div>
  );
}
