import * as z from "zod/mini";
import { pages } from "../../worker/contract/pages.ts";
import { page } from "../../worker/http/page.ts";
import { PageNotFound } from "../../worker/http/page-spec.ts";
import { CallSection } from "./call.tsx";
import { audienceNames, audiences, groupHref, groupsFor } from "./catalog.ts";
import { DocsLayout } from "./layout.tsx";

export const groupPage = page({
  path: pages.docsGroup,
  access: "public",
  cache: "release",
  params: z.object({ audience: z.enum(audiences), group: z.string() }),
  async load({ params, settings }) {
    const group = groupsFor(params.audience).find(({ slug }) => slug === params.group);
    if (!group) throw new PageNotFound();
    return { group, host: settings.public_url };
  },
  head: ({ group }) => ({
    title: `${group.title} · CrunchBox API`,
    description:
      `${audienceNames[group.audience]} calls: ${group.calls.map(({ summary }) => summary).join(", ")}`.slice(0, 300),
  }),
  view: ({ group, host }) => (
    <DocsLayout audience={group.audience} here={groupHref(group)} has_examples>
      <div className="docs-head">
        <p>{audienceNames[group.audience]} calls</p>
        <h1>{group.title}</h1>
      </div>
      {group.calls.map((spec) => (
        <CallSection key={spec.verb} spec={spec} host={host} />
      ))}
    </DocsLayout>
  ),
});
