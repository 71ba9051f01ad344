import type { ReactNode } from "react";

/** One pattern for all that a page says beside its content. Danger interrupts a screen reader, the others wait. */
export function Notice({ tone, children }: { tone: "info" | "success" | "warning" | "danger"; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "danger" ? "alert" : undefined}>
      {children}
    </div>
  );
}
