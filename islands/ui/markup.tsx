import { policyFor } from "../lib/trusted-types.ts";

const policy = policyFor("markup", { createHTML: (html: string) => html });

/** Puts HTML on a page that the server sanitised when it was written and again when it was read. */
export function Markup({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }} />;
}
