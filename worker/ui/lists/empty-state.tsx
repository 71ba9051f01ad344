import type { ReactNode } from "react";

type EmptyStateProps = { children: ReactNode; action?: { label: string; href: string } | undefined };

/** What will be here and how to get it, where nothing is yet. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action && (
        <a className="button quiet" href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}
