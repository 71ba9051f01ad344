import type { ReactNode } from "react";

export type Tone = "neutral" | "info" | "moving" | "success" | "warning" | "danger";

/** Progress of a normal state: not started, in progress, done. A pill is only for states that need an action. */
export type Mark = "ring" | "half" | "dot" | "pill";

type BadgeProps = {
  tone: Tone;
  /** Default: a pill for warnings and dangers, else a dot. */
  mark?: Mark | undefined;
  children: ReactNode;
};

/** Badge of a state. The color only repeats the meaning of the word, for viewers who cannot see colors. */
export function Badge({ tone, mark = tone === "warning" || tone === "danger" ? "pill" : "dot", children }: BadgeProps) {
  return <span className={`badge ${mark} ${tone}`}>{children}</span>;
}

/** A word beside a name, such as "New" or "Beta". */
export const Tag = ({ children }: { children: string }) => <span className="tag">{children}</span>;
