export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

/** Color only repeats the word's meaning. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
