import type { Field } from "../../worker/http/description/fields.ts";

export function FieldList({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <section className="fields-of">
      <h3>{title}</h3>
      <Fields fields={fields} />
    </section>
  );
}

const Fields = ({ fields }: { fields: Field[] }) => (
  <ul className="fields">
    {fields.map((field) => (
      <li key={field.name}>
        <p className="field-name">
          <code>{field.name}</code> <span>{formatType(field)}</span>
          {!field.is_required && (
            <>
              {" "}
              <em>optional</em>
            </>
          )}
        </p>
        {(field.description || field.bounds) && <p>{withCode(formatDescription(field))}</p>}
        {field.fields.length > 0 && (
          <details>
            <summary>{field.fields.length === 1 ? "1 field" : `${field.fields.length} fields`}</summary>
            <Fields fields={field.fields} />
          </details>
        )}
      </li>
    ))}
  </ul>
);

const withCode = (text: string) => text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));

const formatType = ({ type }: Field) => type.replaceAll("|", "| ").replaceAll("|  ", "| ");

const formatDescription = ({ description, bounds }: Field) =>
  [description, bounds]
    .filter((part) => part !== "")
    .join(". ")
    .replace(/\. (\w)/g, (_, letter: string) => `. ${letter.toUpperCase()}`);
