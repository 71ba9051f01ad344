import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listAdminInvoices as invoicesCall } from "../../../worker/contract/v1/admin/invoices.ts";
import { listAdminOrders as ordersCall } from "../../../worker/contract/v1/admin/orders.ts";
import { listAdminDownloads as downloadsCall } from "../../../worker/contract/v1/admin/organizations.ts";
import { listAdminOrgProducts as devicesCall } from "../../../worker/contract/v1/admin/org-products.ts";
import { listAdminSubscriptions as subscriptionsCall } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { listUsers as usersCall } from "../../../worker/contract/v1/admin/users.ts";
import { unavailableReason } from "../../../worker/domain/accounting/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { listAdminOrgProducts } from "../../../worker/domain/devices/index.ts";
import { listAdminDownloads } from "../../../worker/domain/software/index.ts";
import { listAdminInvoices, listAdminSubscriptions } from "../../../worker/domain/payments/index.ts";
import { listAdminOrders } from "../../../worker/domain/fulfilment/index.ts";
import { getOrganization, type ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import { listUsers, readNoteBoard } from "../../../worker/domain/people/index.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { Notes, findNoteInput } from "../../../worker/ui/parts/notes.tsx";
import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { todayIn } from "../invoices/today.ts";
import { noteForm } from "../notes/note-form.ts";
import { AboutOrganization } from "./about.tsx";
import { countText } from "./part.tsx";
import { Devices, Downloads, Invoices, Orders, People, Subscriptions } from "./parts.tsx";

const rowsMax = 5;
const sectionLinks = [
  ["People", "people", "people:read"],
  ["Devices", "devices", "devices:read"],
  ["Orders", "orders", "orders:read"],
  ["Invoices", "invoices", "invoices:read"],
  ["Subscriptions", "subscriptions", "subscriptions:read"],
  ["Downloads", "downloads", "organizations:read"],
  ["Addresses", "addresses", "organizations:read"],
  ["Notes", "notes", "organizations:read"],
  ["History", "history", "organizations:read"],
] as const;

/** Each related list shows its first rows and links to the full list. */
export const organizationPage = page({
  path: pages.organization,
  access: "organizations:read",
  layout: consoleLayout,
  section: "Organizations",
  params: z.object({ org_id: uuid() }),
  async load({ ctx, params: { org_id } }) {
    const listInput = { org_id, limit: rowsMax };
    const [organization, people, devices, orders, invoices, subscriptions, downloads, notes, acts] = await Promise.all([
      getOrganization(ctx, org_id),
      listUsers(ctx, usersCall.query.parse(listInput)),
      listAdminOrgProducts(ctx, org_id, devicesCall.query.parse(listInput)),
      listAdminOrders(ctx, ordersCall.query.parse(listInput)),
      listAdminInvoices(ctx, invoicesCall.query.parse(listInput)),
      listAdminSubscriptions(ctx, subscriptionsCall.query.parse(listInput)),
      listAdminDownloads(ctx, org_id, downloadsCall.query.parse(listInput)),
      readNoteBoard(ctx, "organization", org_id),
      listObjectAudit(ctx, { subject_type: "organization", subject_id: org_id, limit: rowsMax }),
    ]);
    return { organization, people, devices, orders, invoices, subscriptions, downloads, notes, acts };
  },
  head: ({ organization }) => ({ title: `${organization.name} · Console · CrunchBox`, no_store: true }),
  view: (
    { organization, people, devices, orders, invoices, subscriptions, downloads, notes, acts },
    { ctx, url, viewer, flash },
  ) => (
    <>
      <PageHeader
        trail={[["Organizations", listHref(pages.organizations, url)]]}
        title={organization.name}
        badges={<MixedLettersBadge of={[organization.name]} />}
        subtitle={<OrganizationSummary organization={organization} />}
        action={
          <IfAllowed access="organizations:act">
            <a className="button" href={hrefOf(pages.editOrganization, { org_id: organization.id })}>
              Edit
            </a>
          </IfAllowed>
        }
        parts={sectionLinks.filter(([, , access]) => can(viewer, access)).map(([label, id]) => [label, id] as const)}
      />
      <ObjectLayout
        aside={
          <div className="steps">
            <AboutOrganization organization={organization} no_accounting={unavailableReason(ctx)} />
            <Notes
              board={notes}
              viewer_id={viewer.user_id}
              today={todayIn(ctx)}
              action={hrefOf(pages.addOrganizationNote, { org_id: organization.id })}
              typed={findNoteInput(flash?.typed)}
            />
            <History
              entries={acts}
              more={hrefOf(pages.audit, {}, { subject_type: "organization", subject_id: organization.id })}
            />
          </div>
        }
      >
        <IfAllowed access="people:read">
          <People org_id={organization.id} page={people} />
        </IfAllowed>
        <IfAllowed access="devices:read">
          <Devices org_id={organization.id} page={devices} />
        </IfAllowed>
        <Orders org_id={organization.id} page={orders} />
        <Invoices org_id={organization.id} page={invoices} />
        <Subscriptions org_id={organization.id} page={subscriptions} />
        <Downloads org_id={organization.id} page={downloads} />
      </ObjectLayout>
    </>
  ),
});

export const organizationNote = noteForm({
  subject_type: "organization",
  path: pages.addOrganizationNote,
  param: "org_id",
  page: organizationPage,
  back: (org_id) => hrefOf(pages.organization, { org_id }),
});

function OrganizationSummary({
  organization: { price_level_name, user_count, device_count, created_at },
}: OrganizationSummaryProps) {
  return (
    <>
      {price_level_name ? `Price level ${price_level_name}` : "List prices"},{" "}
      {countText(user_count, "person", "people")}, {countText(device_count, "device", "devices")}, customer since{" "}
      <DateText at={created_at} />
    </>
  );
}
type OrganizationSummaryProps = { organization: ListedOrganization };
