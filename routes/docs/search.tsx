import * as z from "zod/mini";
import { type Call, listErrcodes } from "../../worker/contract/endpoint.ts";
import { freeText } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { type Field, listFields } from "../../worker/http/description/fields.ts";
import { page } from "../../worker/http/page.ts";
import { CallIndex } from "./call-index.tsx";
import { groups } from "./catalog.ts";
import { guides } from "./guides/index.ts";
import { DocsLayout } from "./layout.tsx";

const listFieldNames = (fields: Field[]): string[] =>
  fields.flatMap(({ name, fields: inner }) => [name, ...listFieldNames(inner)]);

/** Matches in `own` rank before matches in `rest`. */
const searchTexts = (spec: Call): [own: string, rest: string] => [
  `${spec.summary} ${spec.verb} ${spec.method} ${spec.path} ${spec.tag}`.toLowerCase(),
  [
    spec.description ?? "",
    ...listErrcodes(spec),
    ...[spec.params, spec.query, spec.body].flatMap((schema) => listFieldNames(listFields(schema, "input"))),
    ...listFieldNames(listFields(spec.reply, "output")),
  ]
    .join(" ")
    .toLowerCase(),
];

type Entry = { group: (typeof groups)[number]; spec: Call; own: string; rest: string };
let index: Entry[] | undefined;

const buildIndex = (): Entry[] =>
  groups.flatMap((group) =>
    group.calls.map((spec) => {
      const [own, rest] = searchTexts(spec);
      return { group, spec, own, rest };
    }),
  );

function findCalls(search: string): Entry[] {
  index ??= buildIndex();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const primaryMatches = index.filter(({ own }) => words.every((word) => own.includes(word)));
  const allMatches = index.filter(({ own, rest }) => words.every((word) => own.includes(word) || rest.includes(word)));
  return [...primaryMatches, ...allMatches.filter((entry) => !primaryMatches.includes(entry))];
}

const findGuides = (search: string) =>
  guides.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(search.toLowerCase()));

export const searchPage = page({
  path: pages.docsSearch,
  access: "public",
  query: z.object({ search: z.optional(freeText(128, "What to look for")) }),
  head: (_data, { query }) => ({ title: `${query.search ? `${query.search} · ` : ""}Search · CrunchBox API` }),
  view: (_data, { query: { search = "" } }) => (
    <DocsLayout audience="customer" here={pages.docsSearch} search={search}>
      {search === "" ? <EmptySearch /> : <Results search={search} />}
    </DocsLayout>
  ),
});

const EmptySearch = () => (
  <div className="docs-head">
    <h1>Search</h1>
    <p>Type the name of a call, a part of its address, a field or an errcode.</p>
  </div>
);

function Results({ search }: { search: string }) {
  const calls = findCalls(search);
  const matchingGuides = findGuides(search);
  const count = calls.length + matchingGuides.length;
  return (
    <>
      <div className="docs-head">
        <h1>
          {count === 0 ? "Nothing" : count} found for “{search}”
        </h1>
        {count === 0 && (
          <p>
            Try a part of the word, as <a href={hrefOf(pages.docsSearch, {}, { search: "order" })}>order</a>, or look
            through <a href={hrefOf(pages.docsAudience, { audience: "customer" })}>all calls</a>.
          </p>
        )}
      </div>
      {matchingGuides.length > 0 && (
        <section className="prose">
          <h2>Guides</h2>
          <ul className="call-index">
            {matchingGuides.map(({ slug, title, summary }) => (
              <li key={slug}>
                <a href={hrefOf(pages.docsGuide, { guide: slug })}>{title}</a>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {calls.length > 0 && (
        <section className="prose">
          <h2>Calls</h2>
          <CallIndex entries={calls} />
        </section>
      )}
    </>
  );
}
