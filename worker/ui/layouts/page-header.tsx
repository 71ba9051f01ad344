import type { ReactNode } from "react";
import { Trail } from "../frame/trail.tsx";
import { FormProblems } from "../forms/form-problems.tsx";
import { withBreaks } from "../parts/breakable.tsx";

type PageHeaderProps = {
  title: string;
  /** Outermost first. */
  trail?: readonly (readonly [label: string, href: string])[];
  badges?: ReactNode;
  note?: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  parts?: readonly (readonly [name: string, id: string])[];
};

export function PageHeader({ title, trail = [], badges, note, subtitle, action, parts = [] }: PageHeaderProps) {
  return (
    <>
      {trail.length > 0 && <Trail above={trail} here={title} />}
      <div className="page-head">
        <div className="title">
          <h1>{withBreaks(title)}</h1>
          {note && <p>{note}</p>}
          {badges}
        </div>
        {action && <div className="main-action">{action}</div>}
        {subtitle && <p className="subtitle">{subtitle}</p>}
      </div>
      <FormProblems />
      {parts.length > 0 && (
        <nav className="parts" aria-label="On this page">
          {parts.map(([name, id]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}
