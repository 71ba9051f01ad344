import { legalKinds } from "../../../../db/enums.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { type LegalVersion, listLegalTexts } from "../../../../worker/domain/platform/index.ts";
import { page } from "../../../../worker/http/page.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { StateBadge } from "./text-form.tsx";
import { kindTitles } from "./labels.ts";

const columns: Column<LegalVersion>[] = [
  { label: "Version", cell: ({ version }) => version },
  { label: "Title", cell: ({ title }) => title, on_phones: "note" },
  { label: "State", cell: StateBadge, on_phones: "state" },
  { label: "In force from", cell: ({ valid_from }) => <DateText at={valid_from} />, on_phones: "hidden" },
  { label: "Published by", cell: ({ created_by }) => created_by ?? "A command", on_phones: "hidden" },
];

export const legalVersions = page({
  path: pages.legalVersions,
  access: "settings:read",
  layout: consoleLayout,
  section: "Settings",
  load: ({ ctx }) => listLegalTexts(ctx, {}),
  head: () => ({ title: "Legal texts · Console · CrunchBox", no_store: true }),
  view: ({ data }) => (
    <>
      <PageHeader
        trail={[["Settings", pages.settings]]}
        title="Legal texts"
        subtitle="Every page links to them. Orders name the version of the terms that was accepted."
      />
      {legalKinds.map((kind) => (
        <section key={kind}>
          <div className="title">
            <h2>{kindTitles[kind]}</h2>
            <div className="main-action">
              <a className="button quiet" href={hrefOf(pages.newLegalVersion, { kind })}>
                New version of {kindTitles[kind].toLowerCase()}
              </a>
            </div>
          </div>
          <Versions versions={data.filter((each) => each.kind === kind)} />
        </section>
      ))}
    </>
  ),
});

function Versions({ versions }: { versions: LegalVersion[] }) {
  if (versions.length === 0) return <EmptyState drawing="papers">No version yet, so the page is empty.</EmptyState>;
  return (
    <Table
      rows={versions}
      id={({ version }) => version}
      href={({ kind, version }) => hrefOf(pages.legalVersion, { kind, version })}
      columns={columns}
    />
  );
}
