import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/mail-templates.ts";
import { listMailTemplates, type MailTemplateSummary } from "../../../../worker/domain/notifications/index.ts";
import { page } from "../../../../worker/http/page.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../../worker/ui/parts/badge.tsx";
import { consoleLayout } from "../../../layouts.tsx";

export const mailTemplateList = page({
  path: pages.mailTemplates,
  access: contract.listMailTemplates.access,
  layout: consoleLayout,
  section: "Settings",
  load: ({ ctx }) => listMailTemplates(ctx),
  head: () => ({ title: "Mails · Settings · Console · CrunchBox", no_store: true }),
  view: ({ data }) => (
    <>
      <PageHeader
        trail={[["Settings", pages.settings]]}
        title="Mails"
        subtitle="What the shop writes to customers and administrators. The app and text messages say the same."
      />
      {Object.entries(Object.groupBy(data, ({ group }) => group)).map(([group, mails = []]) => (
        <section key={group} className="mail-list">
          <h2>{group}</h2>
          <MailTable mails={mails} />
        </section>
      ))}
    </>
  ),
});

const stateBadge = ({ is_changed }: MailTemplateSummary) =>
  is_changed ? <Badge tone="info">Changed</Badge> : <Badge tone="neutral">Original</Badge>;

const changedOn = ({ updated_at }: MailTemplateSummary) => updated_at && <DateText at={updated_at} />;

const MailTable = ({ mails }: { mails: MailTemplateSummary[] }) => (
  <Table
    rows={mails}
    id={({ id }) => id}
    href={({ id }) => hrefOf(pages.mailTemplate, { id })}
    columns={[
      { label: "Mail", cell: ({ name }) => name },
      { label: "Subject", cell: ({ subject }) => subject, on_phones: "note" },
      {
        label: "Text",
        cell: stateBadge,
        on_phones: "state",
      },
      {
        label: "Last change",
        cell: changedOn,
        is_extra: true,
      },
    ]}
  />
);
