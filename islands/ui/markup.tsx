import { createTrustedPolicy } from "../lib/trusted-types.ts";

const policy = createTrustedPolicy("markup", { createHTML: (html: string) => html });

/** Only for HTML that the server sanitized. */
export function Markup({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }} />;
}
