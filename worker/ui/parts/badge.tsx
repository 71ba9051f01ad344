import type { ReactNode } from "react";

export type Tone = "neutral" | "info" | "moving" | "success" | "warning" | "danger";

/** How far a normal state is: not begun, under way, there. A pill is only for what somebody must act on. */
export type Mark = "ring" | "half" | "dot" | "pill";

type BadgeProps = {
  tone: Tone;
  /** Default: a pill for warnings and dangers, else a dot. */
  mark?: Mark | undefined;
  children: ReactNode;
};

/** Color only repeats the word's meaning. */
export function Badge({ tone, mark = tone === "warning" || tone === "danger" ? "pill" : "dot", children }: BadgeProps) {
  return <span className={`badge ${mark} ${tone}`}>{children}</span>;
}

/** A word beside a name, such as "New" or "Beta". */
export const Tag = ({ children }: { children: string }) => <span className="tag">{children}</span>;
