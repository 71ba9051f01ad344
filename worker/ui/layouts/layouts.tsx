import { countText } from "../../contract/count-text.ts";
import type { ReactNode } from "react";
import { Figure } from "../figures/figure.tsx";

export type AttentionItem = {
  what: string;
  number?: string;
  link: readonly [label: string, href: string];
  is_urgent?: true;
};

const isNumeric = (text: string): boolean => /^\D?[\d,.]+$/.test(text);

type DashboardProps = {
  needs: readonly AttentionItem[];
  /** The largest number of columns in which the cards stand; undefined: as many as fit the window. */
  columns?: 1 | 2 | 3;
  children: ReactNode;
};

/** Shows open problems first, then `children` as cards. */
export function Dashboard({ needs, columns, children }: DashboardProps) {
  return (
    <>
      {needs.length === 0 && <p className="subtitle">Nothing needs your attention.</p>}
      {needs.length > 0 && (
        <section aria-label="Needs you">
          <ul className={`dashboard-needs of-${needs.length}`}>
            {needs.map(({ what, number, link: [label, href], is_urgent }) => (
              <li key={href} className={is_urgent && "urgent"}>
                <p>{what}</p>
                {number && (isNumeric(number) ? <Figure>{number}</Figure> : <b>{number}</b>)}
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={columns ? `dashboard-cards of-${columns}` : "dashboard-cards"}>{children}</div>
    </>
  );
}

export function ObjectLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="with-summary">
      <div className="steps">{children}</div>
      {aside}
    </div>
  );
}

export function FormLayout({ children }: { children: ReactNode }) {
  return <div className="form-layout">{children}</div>;
}

export const NextSteps = ({ steps }: { steps: readonly ReactNode[] }) => (
  <section className="card">
    <h2>What happens next</h2>
    <div className="prose">
      <ol>
        {steps.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </div>
  </section>
);

type FormGroupProps = {
  title: string;
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

export const FormFoot = ({ children }: { children: ReactNode }) => <div className="form-foot">{children}</div>;

/** Fields of equal width, side by side from 640 px on. */
export const FormRow = ({ children }: { children: ReactNode }) => <div className="form-row">{children}</div>;

type TriageProps = {
  /** Oldest first. */
  queue: readonly { id: string; name: string; note?: string; age: string; href: string }[];
  /** Numbers of requests before and after the displayed part of the queue. */
  beyond?: { before: number; behind: number; href: string };
  current: string | undefined;
  selects?: { form: string; name: string; chosen: readonly string[] | undefined };
  children: ReactNode;
};

/** On small screens the request comes before the queue. */
export function TriageLayout({ queue, beyond, current, selects, children }: TriageProps) {
  return (
    <div className="triage">
      <div className="triage-case">{children}</div>
      <nav aria-label="Queue">
        {beyond && beyond.before > 0 && <MoreLink count={beyond.before} where="before" href={beyond.href} />}
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
        {beyond && beyond.behind > 0 && <MoreLink count={beyond.behind} where="behind" href={beyond.href} />}
      </nav>
    </div>
  );
}

/** Always in view at the end of a decision's form. `what` names the requests that are also selected in the queue. */
export function DecisionBar({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="decision-bar">
      <p className="also small">
        Also applies to the {what} selected in the queue: <output />
      </p>
      {children}
    </div>
  );
}

const MoreLink = ({ count, where, href }: { count: number; where: "before" | "behind"; href: string }) => (
  <p className="small">
    <a href={href}>{`${countText(count)} more ${where === "before" ? "before these" : "behind these"}`}</a>
  </p>
);

export function PictureAndText({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="picture-and-text">
      <div>{picture}</div>
      <div className="picture-words">{children}</div>
    </div>
  );
}
