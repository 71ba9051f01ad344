import type { ReactNode } from "react";
import { Trail } from "../frame/trail.tsx";
import { breakable } from "../parts/breakable.tsx";

type PageHeaderProps = {
  title: string;
  /** Parent pages, outermost first. */
  trail?: readonly (readonly [label: string, href: string])[];
  /** Status badges beside the title. */
  badges?: ReactNode;
  /** Count or short note beside the title. */
  note?: ReactNode;
  /** One sentence below the title. */
  subtitle?: ReactNode;
  /** The primary action, at the right. */
  action?: ReactNode;
  /** Names and anchors of the parts of a long page. */
  parts?: readonly (readonly [name: string, id: string])[];
};

/** Breadcrumbs, title and primary action. */
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
