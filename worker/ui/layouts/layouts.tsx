import type { ReactNode } from "react";

/** A card of a dashboard: one sentence, one number, one link. */
export type Need = { what: string; number?: string; link: readonly [label: string, href: string] };

/** First what needs somebody, then what is, then what is new. */
export function Dashboard({ needs, children }: { needs: readonly Need[]; children: ReactNode }) {
  return (
    <>
      {needs.length === 0 && <p className="subtitle">Nothing needs you now.</p>}
      {needs.length > 0 && (
        <section aria-label="Needs you">
          <ul className="dashboard-needs">
            {needs.map(({ what, number, link: [label, href] }) => (
              <li key={href}>
                <p>{what}</p>
                {number && <b>{number}</b>}
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="dashboard-cards">{children}</div>
    </>
  );
}

/** Left what a thing is, right what happened to it or what can be done. */
export function ObjectLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="with-summary">
      <div className="steps">{children}</div>
      {aside}
    </div>
  );
}

/** One column of fields; groups with a heading and a sentence. */
export function FormLayout({ children }: { children: ReactNode }) {
  return <div className="form-layout">{children}</div>;
}

type FormGroupProps = { title: string; text?: ReactNode; children?: ReactNode };

export function FormGroup({ title, text, children }: FormGroupProps) {
  return (
    <section className="form-group">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

type TriageProps = {
  /** The queue, the oldest first; age in words. */
  queue: readonly { id: string; name: string; age: string; href: string }[];
  current: string;
  /** The one at hand with its evidence and the decision. */
  children: ReactNode;
};

/** A queue at the left, the one at hand at the right. */
export function TriageLayout({ queue, current, children }: TriageProps) {
  return (
    <div className="triage">
      <nav aria-label="Queue">
        {queue.map(({ id, name, age, href }) => (
          <a key={id} href={href} aria-current={id === current ? "true" : undefined}>
            <b>{name}</b>
            <small>{age}</small>
          </a>
        ))}
      </nav>
      <div className="triage-case">{children}</div>
    </div>
  );
}

/** A picture at the left, words at the right, the one action first. */
export function PictureAndText({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="picture-and-text">
      <div>{picture}</div>
      <div className="picture-words">{children}</div>
    </div>
  );
}
