import type { ReactNode } from "react";

export type Step = {
  label: string;
  note?: ReactNode;
  state: "done" | "current" | "open" | "wrong";
};

const stateLabels = { done: "done", current: "now", open: "not yet", wrong: "needs attention" } as const;

/** Draws three to five steps from left to right, on phones from top to bottom. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className={`stepper-line of-${steps.length} card`} aria-label={label}>
      {steps.map(({ label: name, note, state }) => (
        <li key={name} className={state} aria-current={state === "current" ? "step" : undefined}>
          <b>
            {name}
            <span className="unseen"> ({stateLabels[state]})</span>
          </b>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
