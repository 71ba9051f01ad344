import type { ReactNode } from "react";

export type ChecklistStep = {
  title: string;
  is_done: boolean;
  text: ReactNode;
  link?: readonly [label: string, href: string] | undefined;
};

/** The first open step has the primary action. */
export function Checklist({ steps }: { steps: readonly ChecklistStep[] }) {
  const next = steps.find(({ is_done }) => !is_done);
  return (
    <ol className="checklist">
      {steps.map((step) => {
        const { title, is_done, text, link } = step;
        return (
          <li key={title} className={is_done ? "is-done" : undefined}>
            <StepMark is_done={is_done} />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
            {link && !is_done && (
              <a href={link[1]} className={step === next ? "button" : undefined}>
                {link[0]}
              </a>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepMark({ is_done }: { is_done: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" role="img" aria-label={is_done ? "Done" : "To do"}>
      <circle cx="12" cy="12" r="10" />
      {is_done && <path d="M7.5 12.5l3 3 6-6.5" />}
    </svg>
  );
}
