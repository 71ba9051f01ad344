import type { ReactNode } from "react";
import { Trail } from "../frame/trail.tsx";

type PageHeaderProps = {
  title: string;
  /** The pages above this one, from the outermost on. */
  trail?: readonly (readonly [label: string, href: string])[];
  /** States beside the title. */
  badges?: ReactNode;
  /** A count or another word beside the title. */
  note?: string;
  /** One sentence of facts below it. */
  subtitle?: ReactNode;
  /** The one main action of the screen, at the right. */
  action?: ReactNode;
};

/** Where you are, what this is, and what can be done with it. */
export function PageHeader({ title, trail = [], badges, note, subtitle, action }: PageHeaderProps) {
  return (
    <>
      {trail.length > 0 && <Trail above={trail} here={title} />}
      <div className="title">
        <h1>{title}</h1>
        {note && <p>{note}</p>}
        {badges}
        {action && <div className="main-action">{action}</div>}
      </div>
      {subtitle && <p className="subtitle">{subtitle}</p>}
    </>
  );
}
