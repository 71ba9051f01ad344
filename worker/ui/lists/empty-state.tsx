import type { ReactNode } from "react";
import { type DrawingName, LineDrawing } from "../figures/line-drawing.tsx";

type EmptyStateProps = {
  /** What is missing, drawn; "nothing" where a search found none. */
  drawing?: DrawingName | undefined;
  children: ReactNode;
  action?: { label: string; href: string; is_main?: true } | undefined;
};

/** What will be here and how to get it, where nothing is yet. */
export function EmptyState({ drawing = "things", children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <LineDrawing name={drawing} />
      <p>{children}</p>
      {action && (
        <a className={action.is_main ? "button" : "button quiet"} href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}
