import type { ReactNode } from "react";

export type Tone = "neutral" | "info" | "moving" | "success" | "warning" | "danger";

/**
 * Ring, half and dot mean that a normal state is not started, in progress or done; a pill means that action is needed.
 */
export type Mark = "ring" | "half" | "dot" | "pill";

type BadgeProps = {
  tone: Tone;
  mark?: Mark | undefined;
  children: ReactNode;
};

/** The color only repeats the word, for viewers who cannot see colors. */
export function Badge({ tone, mark = tone === "warning" || tone === "danger" ? "pill" : "dot", children }: BadgeProps) {
  return <span className={`badge ${mark} ${tone}`}>{children}</span>;
}

/** Such as "New" or "Beta", beside a name. */
export const Tag = ({ children }: { children: string }) => <span className="tag">{children}</span>;
