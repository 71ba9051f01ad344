import * as z from "zod/mini";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { page } from "../../worker/http/page.ts";
import { CallIndex } from "./call-index.tsx";
import { type Audience, audienceNames, audiences, groupHref, groupsFor } from "./catalog.ts";
import { DocsLayout } from "./layout.tsx";

const descriptions: Record<Audience, string> = {
  customer:
    "What the people of an organization call, and what anybody may: the store, orders, devices, software, their own account.",
  administrator:
    "What those call who run the shop, with the role admin. An administrator who acts for a customer calls the customer's own.",
  internal:
    "What machines call: the providers' webhooks, each proved by its signature, and what watches the shop. No person signs in on these.",
};

export const audiencePage = page({
  path: pages.docsAudience,
  access: "public",
  cache: "release",
  params: z.object({ audience: z.enum(audiences) }),
  head: (_data, { params }) => ({
    title: `${audienceNames[params.audience]} calls · CrunchBox API`,
    description: descriptions[params.audience],
  }),
  view: (_data, { params: { audience } }) => (
    <DocsLayout audience={audience} here={hrefOf(pages.docsAudience, { audience })}>
      <div className="docs-head">
        <h1>{audienceNames[audience]} calls</h1>
        <p>{descriptions[audience]}</p>
      </div>
      {groupsFor(audience).map((group) => (
        <section key={group.slug} className="prose subject">
          <h2>
            <a href={groupHref(group)}>{group.title}</a>
          </h2>
          <p>{group.calls.length === 1 ? "1 call" : `${group.calls.length} calls`}</p>
          <CallIndex entries={group.calls.map((spec) => ({ group, spec }))} />
        </section>
      ))}
    </DocsLayout>
  ),
});
