import type { ReactNode } from "react";
import { Trail } from "../frame/trail.tsx";
import { breakable } from "../parts/breakable.tsx";

type PageHeaderProps = {
  title: string;
  /** The pages above this one, from the outermost on. */
  trail?: readonly (readonly [label: string, href: string])[];
  /** States beside the title. */
  badges?: ReactNode;
  /** A count or another word beside the title. */
  note?: ReactNode;
  /** One sentence of facts below it. */
  subtitle?: ReactNode;
  /** The one main action of the screen, at the right. */
  action?: ReactNode;
  /** Of a long page: the names and ids of its parts. */
  parts?: readonly (readonly [name: string, id: string])[];
};

/** Where you are, what this is, and what can be done with it. */
export function PageHeader({ title, trail = [], badges, note, subtitle, action, parts = [] }: PageHeaderProps) {
  return (
    <>
      {trail.length > 0 && <Trail above={trail} here={title} />}
      <div className="title">
        <h1>{breakable(title)}</h1>
        {note && <p>{note}</p>}
        {badges}
        {action && <div className="main-action">{action}</div>}
      </div>
      {subtitle && <p className="subtitle">{subtitle}</p>}
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
