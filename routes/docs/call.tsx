import { type Call, listErrcodes } from "../../worker/contract/endpoint.ts";
import { describeErrcode } from "../../worker/contract/errcodes.ts";
import { type Field, listFields } from "../../worker/http/description/fields.ts";
import { describeAccess } from "./catalog.ts";
import { exampleFor } from "./examples.ts";
import { FieldList } from "./field-list.tsx";
import { languages, formatRequest } from "./requests.ts";
import { JsonSample, Sample } from "./sample.tsx";

export function CallSection({ spec, host }: { spec: Call; host: string }) {
  return (
    <section id={spec.verb} className="call" aria-labelledby={`${spec.verb}-name`}>
      <div className="call-words">
        <h2 id={`${spec.verb}-name`}>
          <a href={`#${spec.verb}`}>{spec.summary}</a>
        </h2>
        <p className="address">
          <code>
            <b>{spec.method}</b> {spec.path}
          </code>
        </p>
        {spec.description && <p>{spec.description}</p>}
        <p className="who">
          Who may call: {describeAccess(spec)}
          {spec.not_impersonated && <span>. Not while an administrator acts for them</span>}
        </p>
        <FieldList title="In the address" fields={listFields(spec.params, "input")} />
        <FieldList title="Query" fields={listFields(spec.query, "input")} />
        <FieldList
          title={spec.file ? "Body, multipart/form-data" : "Body"}
          fields={[...fileFields(spec), ...listFields(spec.body, "input")]}
        />
        <FieldList title={`Answer, status ${spec.status}`} fields={replyFields(spec)} />
        <Refusals spec={spec} />
      </div>
      <Samples spec={spec} host={host} />
    </section>
  );
}

const fileFields = ({ file }: Call): Field[] =>
  file
    ? [{ name: file.name, type: "file", description: file.description, is_required: true, bounds: "", fields: [] }]
    : [];

const replyFields = ({ reply }: Call) =>
  listFields(reply, "output")
    .filter(({ name }) => name !== "success")
    .map(withoutBounds);

const withoutBounds = (field: Field): Field => ({ ...field, bounds: "", fields: field.fields.map(withoutBounds) });

function Samples({ spec, host }: { spec: Call; host: string }) {
  const example = exampleFor(spec);
  return (
    <div className="call-samples">
      {languages.map((language) => (
        <Sample
          key={language}
          language={language}
          title={`Request, ${language}`}
          code={formatRequest(language, spec, example, host)}
        />
      ))}
      {example.reply !== undefined && (
        <JsonSample
          title={`Answer ${spec.status}${example.is_recorded ? ", from the demonstration shop" : ""}`}
          value={example.reply}
        />
      )}
      {spec.reply === undefined && <p className="no-json">{nonJsonReply(spec)}</p>}
    </div>
  );
}

const nonJsonReply = ({ status, reply_type }: Call) =>
  status === 302
    ? "Answer 302: the header Location says where to go."
    : `Answer ${status}: ${reply_type ?? "text/plain"}.`;

function Refusals({ spec }: { spec: Call }) {
  const refusals = listErrcodes(spec).flatMap((code) => describeErrcode(code).map((each) => ({ code, ...each })));
  if (refusals.length === 0) return null;
  return (
    <details className="refusals">
      <summary>{refusals.length === 1 ? "1 refusal" : `${refusals.length} refusals`}</summary>
      <ul>
        {refusals.map(({ status, code, message }) => (
          <li key={`${status}${code}${message}`}>
            {status} <code>{code}</code> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
