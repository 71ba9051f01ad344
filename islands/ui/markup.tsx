import { policyFor } from "../lib/trusted-types.ts";

const policy = policyFor("markup", { createHTML: (html: string) => html });

/** Renders HTML that the server sanitized on write and on read. */
export function Markup({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }} />;
}
