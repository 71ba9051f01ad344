import type { ReactNode } from "react";

type SectionProps = { id?: string; title: string; problem: string | undefined; children: ReactNode };

export function Section({ id, title, problem, children }: SectionProps) {
  return (
    <fieldset id={id} className="step">
      <legend>{title}</legend>
      {problem && (
        <p className="notice danger problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}

type ChoiceProps = {
  group: string;
  is_chosen: boolean;
  is_disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

export function Choice({ group, is_chosen, is_disabled, onChoose, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={group} checked={is_chosen} disabled={is_disabled} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
