import { endpoints } from "../worker/contract/index.ts";
import { type Access, type Call, type Endpoint, errcodesOf } from "../worker/contract/endpoint.ts";
import { describeErrcode } from "../worker/contract/errors.ts";
import { getOpenapi } from "../worker/contract/ops.ts";
import { pages } from "../worker/contract/pages.ts";
import { captchaHeader } from "../worker/contract/paths.ts";
import { page } from "../worker/http/page.ts";
import { type Field, fieldsOf } from "../worker/http/openapi.ts";
import { useStylesheet } from "../worker/ui/island.tsx";
import { Logo } from "../worker/ui/frame/logo.tsx";

const anchor = (spec: Call) => spec.verb;
const accessWords: Record<Access, string> = {
  public: "Anyone",
  "visitor-or-session": "Anyone; who shows a session must show a live one",
  "stripe-signature": "The payment provider, by its signature",
  "email-signature": "The e-mail provider, by its signature",
  session: "Any signed-in person",
  admin: "Role admin",
  org: "Role org",
  "org-or-buyer": "Role org or buyer",
  "admin-behind-session": "An administrator who impersonates",
  navigation: "A browser; visitors are sent to sign-in",
  "verify:email-password-reset": "The verification cookie of scope verify:email-password-reset",
  "verify:email-change": "The verification cookie of scope verify:email-change",
  "verify:user-setup": "The verification cookie of scope verify:user-setup",
};

/** The header by which a caller shows who they are. */
function credential({ access }: Endpoint): string[] {
  if (access === "public" || access === "visitor-or-session") return [];
  if (access === "stripe-signature") return ["Stripe-Signature: SIGNATURE"];
  if (access === "email-signature") return ["Svix-Id: ID", "Svix-Timestamp: SECONDS", "Svix-Signature: v1,SIGNATURE"];
  return [access.startsWith("verify:") ? "Cookie: __Host-verify=TOKEN" : "Authorization: Bearer TOKEN"];
}

const curl = (spec: Endpoint, host: string): string =>
  [
    `curl ${spec.method === "GET" ? "" : `-X ${spec.method} `}${host}${spec.path}`,
    ...(spec.captcha ? [`  -H '${captchaHeader}: TOKEN'`] : []),
    ...credential(spec).map((header) => `  -H '${header}'`),
    ...(spec.body
      ? [
          "  -H 'Content-Type: application/json'",
          `  -d '{${fieldsOf(spec.body, "input")
            .map((field) => `"${field.name}": …`)
            .join(", ")}}'`,
        ]
      : []),
  ].join(" \\\n");

function FieldTable({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td>
              <code>{field.name}</code>
              {field.is_required ? "" : " (optional)"}
            </td>
            <td>{field.type}</td>
            <td>{field.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CallSection({ spec, host }: { spec: Call; host: string }) {
  const errcodes = errcodesOf(spec).flatMap((code) => describeErrcode(code).map((each) => ({ code, ...each })));
  return (
    <section id={anchor(spec)}>
      <h3>
        <code>
          {spec.method} {spec.path}
        </code>
      </h3>
      <p>
        {spec.summary}. {spec.description}
      </p>
      <p>Who may call: {accessWords[spec.access]}</p>
      <FieldTable title="Query" fields={fieldsOf(spec.query, "input")} />
      <FieldTable title="Body" fields={fieldsOf(spec.body, "input")} />
      <FieldTable title={`Answer, status ${spec.status}`} fields={fieldsOf(spec.reply, "output")} />
      {errcodes.length > 0 && (
        <details>
          <summary>Refusals ({errcodes.length})</summary>
          <ul>
            {errcodes.map((each) => (
              <li key={`${each.status}${each.code}`}>
                {each.status} <code>{each.code}</code> {each.message}
              </li>
            ))}
          </ul>
        </details>
      )}
      <pre tabIndex={0}>{curl(spec, host)}</pre>
    </section>
  );
}

const groups = Map.groupBy(endpoints, (spec) => spec.tag);

function Docs({ host }: { host: string }) {
  useStylesheet("docs");
  return (
    <div className="docs">
      <header>
        <Logo href={pages.home} />
        <p>
          <a href={getOpenapi.path}>OpenAPI 3.1</a>
        </p>
      </header>
      <nav aria-label="Calls">
        {[...groups].map(([tag, specs]) => (
          <details key={tag}>
            <summary>{tag}</summary>
            <ul>
              {specs.map((spec) => (
                <li key={spec.verb}>
                  <a href={`#${anchor(spec)}`}>{spec.summary}</a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      <main>
        <h1>CrunchBox API</h1>
        <p>
          Bodies and answers are JSON. Money is an integer in US cents, instants are ISO 8601 in UTC, ids are uuids.
          Success carries <code>success: true</code>; refusals carry <code>success: false</code>, an{" "}
          <code>errcode</code> and a <code>message</code>; a bad request (400) carries <code>issues</code> with{" "}
          <code>code</code>, <code>path</code> and <code>message</code>; too many requests (429) carry{" "}
          <code>remaining</code>, the seconds until the next try.
        </p>
        {[...groups].map(([tag, specs]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            {specs.map((spec) => (
              <CallSection spec={spec} host={host} key={spec.verb} />
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}

const docs = page({
  path: pages.docs,
  access: "public",
  load: async ({ settings }) => ({ host: settings.public_url }),
  view: ({ host }) => <Docs host={host} />,
  head: () => ({ title: "API · CrunchBox", description: "Every call of the CrunchBox API" }),
});

export const docsPages = [docs];
