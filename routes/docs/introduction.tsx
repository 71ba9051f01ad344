import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { getOpenapi } from "../../worker/contract/ops.ts";
import { page } from "../../worker/http/page.ts";
import { groupHref, groupsFor } from "./catalog.ts";
import { guides } from "./guides/index.ts";
import { firstCall, firstCallGuide, tokenCommands } from "./guides/token-commands.ts";
import { DocsLayout } from "./layout.tsx";
import { Sample } from "./sample.tsx";

const description =
  "Everything that the store and the account portal do, as calls: products at your prices, carts, orders, invoices, subscriptions, devices and software.";

export const introduction = page({
  path: pages.docs,
  access: "public",
  cache: "release",
  load: async ({ settings }) => ({ host: settings.public_url }),
  head: () => ({ title: "CrunchBox API", description }),
  view: ({ host }) => (
    <DocsLayout audience="customer" here={pages.docs}>
      <div className="call opening">
        <div className="call-words">
          <h1>CrunchBox API</h1>
          <p className="lead">{description}</p>
          <p>
            Requests and answers are JSON. Every path begins with <code>{host}</code>. Money is whole US cents, instants
            are ISO 8601 in UTC, ids are uuids. Success carries <code>success: true</code>, a refusal an{" "}
            <code>errcode</code>.
          </p>
          <p>
            The commands beside this get a token and read your orders; <a href={firstCallGuide}>the first guide</a>{" "}
            explains them.
          </p>
          <p className="files">
            <a href={pages.docsClient}>Typed client, one file of TypeScript</a>
            <a href={getOpenapi.path}>OpenAPI 3.1</a>
          </p>
        </div>
        <div className="call-samples">
          {[...tokenCommands(host), firstCall(host)].map(({ title, code }) => (
            <Sample key={title} title={title} code={code} />
          ))}
        </div>
      </div>
      <section className="prose">
        <h2>Guides</h2>
        <ul className="tiles">
          {guides.map(({ slug, title, summary }) => (
            <li key={slug}>
              <a href={hrefOf(pages.docsGuide, { guide: slug })}>{title}</a>
              <p>{summary}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="prose">
        <h2>Calls</h2>
        <ul className="tiles">
          {groupsFor("customer").map((group) => (
            <li key={group.slug}>
              <a href={groupHref(group)}>{group.title}</a>
              <p>{group.calls.length === 1 ? "1 call" : `${group.calls.length} calls`}</p>
            </li>
          ))}
        </ul>
      </section>
    </DocsLayout>
  ),
});
