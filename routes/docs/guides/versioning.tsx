import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOpenapi } from "../../../worker/contract/ops.ts";

export const Versioning = () => (
  <>
    <p>
      The version stands in the path: everything here is <code>/v1</code>. A change that would break a caller comes
      under another path, and the old one goes on beside it.
    </p>
    <h2>What may change within a version</h2>
    <ul>
      <li>New calls, and new optional fields in what is sent.</li>
      <li>New fields in answers: ignore those that you do not know.</li>
      <li>New values where a field lists several, and new errcodes: have a case for those that you do not know.</li>
      <li>
        The words of a <code>message</code>, the order of fields.
      </li>
    </ul>
    <h2>What does not</h2>
    <ul>
      <li>A field keeps its name, its type and its meaning; an errcode keeps its status and its meaning.</li>
      <li>What may be left out today may be left out tomorrow.</li>
      <li>Money stays whole US cents, instants ISO 8601 in UTC, ids texts that you compare and never take apart.</li>
    </ul>
    <h2>Descriptions for programs</h2>
    <p>
      <a href={getOpenapi.path}>openapi.json</a> is OpenAPI 3.1, <a href={pages.docsClient}>client.ts</a> a typed
      client. Both are made from what the running shop checks every request against, and so is this reference: they
      cannot differ. What is new stands in the <a href={hrefOf(pages.docsGuide, { guide: "changelog" })}>changelog</a>.
    </p>
  </>
);
