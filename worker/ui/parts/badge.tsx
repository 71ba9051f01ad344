export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

/** A state in a word; the colour only repeats what the word says. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
