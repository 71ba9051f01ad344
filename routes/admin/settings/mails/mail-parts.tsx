import type { MailTemplate } from "../../../../worker/domain/notifications/index.ts";

export const mailLabels = {
  subject: "Subject",
  preheader: "Preview line",
  title: "Heading",
  body: "Text",
  action: "Button",
  footnote: "Footnote",
} as const;

export const FieldList = ({ mail: { fields } }: { mail: MailTemplate }) => (
  <section aria-labelledby="fields">
    <h2 id="fields">Fields</h2>
    <p className="small">They are replaced when the mail is written. A paragraph with an empty field is left out.</p>
    <dl className="card mail-fields">
      {fields.map(({ name, description, example, is_required }) => (
        <div key={name}>
          <dt>
            <code>{`{{${name}}}`}</code>
          </dt>
          <dd>
            {description}
            {is_required && ". The text must contain it"}
            {example && <small>{example.length > 60 ? `${example.slice(0, 59)}…` : example}</small>}
          </dd>
        </div>
      ))}
    </dl>
    <details>
      <summary>Words that depend on a field</summary>
      <p className="small">
        <code>{"[[ of {{amount}}]]"}</code> is left out without an amount. After a bar stands what is written instead:{" "}
        <code>{"[[{{amount}}|it]]"}</code>. <code>{"{{amount?}}"}</code> prints nothing and only asks for it.
      </p>
    </details>
  </section>
);

export const OriginalText = ({ mail: { original } }: { mail: MailTemplate }) => (
  <dl className="mail-fields">
    {Object.entries(mailLabels).map(([name, label]) => {
      const originalText = original[name as keyof typeof mailLabels];
      return (
        originalText && (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{originalText}</dd>
          </div>
        )
      );
    })}
  </dl>
);
