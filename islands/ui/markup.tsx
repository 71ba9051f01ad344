import { createTrustedPolicy } from "../lib/trusted-types.ts";

const policy = createTrustedPolicy("markup", { createHTML: (html: string) => html });

/** Renders HTML that the server has sanitized; never use it for other HTML. */
export function Markup({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }} />;
}
