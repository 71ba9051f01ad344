export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

/** A status word; color only repeats its meaning. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
