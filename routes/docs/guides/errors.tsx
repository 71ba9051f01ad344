import { listErrcodes } from "../../../worker/contract/endpoint.ts";
import { describeErrcode } from "../../../worker/contract/errcodes.ts";
import { endpoints } from "../../../worker/contract/index.ts";
import { JsonSample } from "../sample.tsx";

const statuses: [status: number, meaning: string][] = [
  [400, "The input breaks a rule. issues lists every rule and where it was broken. Repeating it changes nothing."],
  [401, "Nobody, or somebody whose session or token has ended. Get a new token."],
  [403, "The person may not do this: a role is missing, or the license agreement was not accepted."],
  [404, "There is no such thing, or it belongs to another organization: the two look the same."],
  [415, "The body was not sent as application/json. A call that needs a body and gets none answers 400."],
  [422, "Understood and allowed, but not now: the errcode says what stands against it."],
  [429, "Too many requests. remaining, and the header Retry-After, are the seconds until the next try."],
  [500, "Our fault. Tell us the request_id."],
  [503, "A service that we need is down for a moment. Try again after Retry-After seconds."],
];

const codes = [...new Set(endpoints.flatMap((spec) => listErrcodes(spec)))].toSorted();

export const Errors = () => (
  <>
    <p>
      Success carries <code>success: true</code>. A refusal carries <code>success: false</code>, an <code>errcode</code>{" "}
      for programs, which never changes, and a <code>message</code> for people, which may. Each call lists the errcodes
      that it can answer.
    </p>
    <JsonSample
      title="422"
      value={{
        success: false,
        errcode: "CART_OUTDATED",
        message: "Your cart has been updated. Please refresh the page and try again.",
      }}
    />
    <JsonSample
      title="400"
      value={{
        success: false,
        message: "Bad Request",
        issues: [{ code: "too_big", path: ["limit"], message: "limit must be at most 100" }],
      }}
    />
    <h2>By status</h2>
    <dl className="statuses">
      {statuses.map(([status, meaning]) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>
      Every answer has the header <code>x-request-id</code>: with it we find what happened. An <code>issue</code> has
      one of five codes: <code>invalid_type</code>, <code>invalid_string</code>, <code>too_small</code>,{" "}
      <code>too_big</code>, <code>custom</code>. Its message names the field and what is allowed, never what was sent.
    </p>
    <h2>Every errcode</h2>
    <ul className="errcodes">
      {codes.flatMap((code) =>
        describeErrcode(code).map(({ status, message }) => (
          <li key={`${status}${code}${message}`}>
            {status} <code>{code}</code> {message}
          </li>
        )),
      )}
    </ul>
  </>
);
