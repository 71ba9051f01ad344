import type { ReactNode } from "react";
import { type DrawingName, LineDrawing } from "../figures/line-drawing.tsx";

type EmptyStateProps = {
  /** Default: the missing records; "nothing" for a search without matches. */
  drawing?: DrawingName | undefined;
  children: ReactNode;
  action?: { label: string; href: string; is_main?: true } | undefined;
};

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
