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

type FormGroupProps = {
  title: string;
  /** Where links to this part of a long page lead. */
  id?: string;
  text?: ReactNode;
  children?: ReactNode;
};

export function FormGroup({ title, id, text, children }: FormGroupProps) {
  return (
    <section className="form-group" id={id}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

type TriageProps = {
  /** The queue, the oldest first; age in words. */
  queue: readonly { id: string; name: string; note?: string; age: string; href: string }[];
  /** How many stand before and behind the part of the queue that is told, each with the way there. */
  beyond?: { before: number; behind: number; href: string };
  current: string | undefined;
  /** The form in which those selected in the queue are decided together with the one at hand. */
  selects?: { form: string; name: string; chosen: readonly string[] | undefined };
  /** The one at hand with its evidence and the decision. */
  children: ReactNode;
};

/** A queue at the left, the one at hand at the right; on small screens the one at hand stands first. */
export function TriageLayout({ queue, beyond, current, selects, children }: TriageProps) {
  return (
    <div className="triage">
      <div className="triage-case">{children}</div>
      <nav aria-label="Queue">
        {beyond && beyond.before > 0 && <More count={beyond.before} where="before" href={beyond.href} />}
        <ol>
          {queue.map((each) => (
            <li key={each.id}>
              {selects && each.id !== current && (
                <>
                  <input
                    type="checkbox"
                    form={selects.form}
                    name={selects.name}
                    value={each.id}
                    defaultChecked={selects.chosen?.includes(each.id)}
                    aria-label={`Select ${each.name}`}
                  />
                  <input type="hidden" form={selects.form} name={`name.${each.id}`} value={each.name} />
                </>
              )}
              <a href={each.href} aria-current={each.id === current ? "true" : undefined}>
                <b>{each.name}</b>
                <small>{each.age}</small>
                {each.note && <span>{each.note}</span>}
              </a>
            </li>
          ))}
        </ol>
        {beyond && beyond.behind > 0 && <More count={beyond.behind} where="behind" href={beyond.href} />}
      </nav>
    </div>
  );
}

const More = ({ count, where, href }: { count: number; where: "before" | "behind"; href: string }) => (
  <p className="small">
    <a href={href}>{`${count.toLocaleString("en-US")} more ${where === "before" ? "before these" : "behind these"}`}</a>
  </p>
);

/** A picture at the left, words at the right, the one action first. */
export function PictureAndText({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="picture-and-text">
      <div>{picture}</div>
      <div className="picture-words">{children}</div>
    </div>
  );
}
