import * as z from "zod/mini";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { page } from "../../worker/http/page.ts";
import { PageNotFound } from "../../worker/http/page-spec.ts";
import { guides } from "./guides/index.ts";
import { DocsLayout } from "./layout.tsx";

export const guidePage = page({
  path: pages.docsGuide,
  access: "public",
  cache: "release",
  params: z.object({ guide: z.string() }),
  async load({ params, settings }) {
    const guide = guides.find(({ slug }) => slug === params.guide);
    if (!guide) throw new PageNotFound();
    return { guide, host: settings.public_url };
  },
  head: ({ guide }) => ({ title: `${guide.title} · CrunchBox API`, description: guide.summary }),
  view: ({ guide, host }) => (
    <DocsLayout audience="customer" here={hrefOf(pages.docsGuide, { guide: guide.slug })}>
      <div className="docs-head">
        <p>Guide</p>
        <h1>{guide.title}</h1>
        <p>{guide.summary}</p>
      </div>
      <div className="prose guide">
        <guide.Text host={host} />
      </div>
    </DocsLayout>
  ),
});
