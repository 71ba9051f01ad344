import type { ReactNode } from "react";
import { type DrawingName, LineDrawing } from "../figures/line-drawing.tsx";

type EmptyStateProps = {
  /** "nothing" is for searches, filters and page numbers without a match. */
  drawing?: DrawingName | undefined;
  /** Default: the first sentence of `children`, if that is a text and the sentence is short enough. */
  title?: string | undefined;
  children: ReactNode;
  action?: { label: string; href: string } | undefined;
};

export function EmptyState({ drawing = "things", title: own, children, action }: EmptyStateProps) {
  const isTitled = own === undefined && typeof children === "string";
  const [title, rest] = isTitled ? firstSentence(children) : [own, children];
  return (
    <div className="empty">
      <LineDrawing name={drawing} />
      {title && <b>{title}</b>} {rest && <p>{rest}</p>}
      {action && (
        <a className={drawing === "nothing" ? "button quiet" : "button"} href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}

const titleCharsMax = 90;

function firstSentence(text: string): [title: string | undefined, rest: string] {
  const end = text.indexOf(". ");
  const title = end === -1 ? text : text.slice(0, end + 1);
  return title.length > titleCharsMax ? [undefined, text] : [title, text.slice(title.length + 1)];
}
