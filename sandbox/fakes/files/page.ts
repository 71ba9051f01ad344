import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";

export function filesSection(url: string): Content {
  return html`<h2>Files</h2>
    <p>
      The files of software lie in an R2 bucket, which is real; those of the demonstration data are there. Make the
      bucket fail:
    </p>
    ${example(curlPost(`${url}/faults`, { service: "files", kind: "status", value: 500, times: 3 }))}`;
}
