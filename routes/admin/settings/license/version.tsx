import * as z from "zod/mini";
import { Markup } from "../../../../islands/ui/markup.tsx";
import { versionName } from "../../../../worker/contract/forms/legal-fields.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/license-agreements.ts";
import {
  deleteLicenseAgreement,
  getLicenseVersion,
  type LicenseConsent,
  listLicenseConsents,
  listObjectAudit,
} from "../../../../worker/domain/platform/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { ObjectLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { History } from "../../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { listRoutes } from "../../../list-routes.tsx";
import { StateBadge } from "../legal/text-form.tsx";

const historyMax = 10;
const params = z.object({ version: versionName() });
const auditSubject = (version: string) => ({ subject_type: "license_agreement", subject_id: version }) as const;
const trail = [
  ["Settings", pages.settings],
  ["License agreement", pages.licenseVersions],
] as const;

const versionPage = page({
  path: pages.licenseVersion,
  access: "settings:read",
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { version } }) {
    const [license, history] = await Promise.all([
      getLicenseVersion(ctx, version),
      listObjectAudit(ctx, { ...auditSubject(version), limit: historyMax }),
    ]);
    return { license, history };
  },
  head: (_data, { params: { version } }) => ({ title: `License ${version} · Console · CrunchBox`, no_store: true }),
  view: ({ license: { version, state, valid_from, html, agreed_count }, history }) => (
    <>
      <PageHeader
        trail={trail}
        title={`License agreement ${version}`}
        badges={<StateBadge state={state} />}
        subtitle={
          <>
            In force from <DateText at={valid_from} />.{" "}
            <a href={hrefOf(pages.licenseConsents, { version })}>
              {agreed_count === 1 ? "1 person" : `${agreed_count.toLocaleString("en-US")} people`} agreed to it
            </a>
            .
          </>
        }
        action={
          state === "scheduled" && (
            <ConfirmForm
              id="withdraw"
              label="Withdraw it"
              title={`Withdraw version ${version}?`}
              action={hrefOf(pages.deleteLicenseVersion, { version })}
              confirm="Withdraw it"
              is_dangerous
            >
              <p>This version is not in force yet. Its text will be deleted.</p>
            </ConfirmForm>
          )
        }
      />
      <ObjectLayout aside={<History entries={history} more={hrefOf(pages.audit, {}, auditSubject(version))} />}>
        <Markup html={html} />
      </ObjectLayout>
    </>
  ),
});

const withdrawForm = formPost(contract.deleteLicenseAgreement, {
  path: pages.deleteLicenseVersion,
  page: versionPage,
  send: (ctx, input) => deleteLicenseAgreement(ctx, input.params.version),
  back: pages.licenseVersions,
  done: () => "The version is withdrawn.",
});

const userName = ({ user }: LicenseConsent): string => `${user.first_name} ${user.last_name}`;

const consents = listRoutes({
  access: "settings:read",
  layout: consoleLayout,
  section: "Settings",
  query: contract.listLicenseConsents.query,
  of: {
    params,
    load: async (_ctx, { version }) => ({
      title: `Agreed to ${version}`,
      trail: [...trail, [version, hrefOf(pages.licenseVersion, { version })]] as const,
    }),
  },
  load: (ctx, query, { version }) => listLicenseConsents(ctx, version, query),
  list: {
    title: "Agreed",
    noun: ["person", "people"],
    path: pages.licenseConsents,
    id: ({ id }) => id,
    href: ({ user }) => hrefOf(pages.adminPerson, { user_id: user.id }),
    columns: [
      { label: "Name", cell: userName, csv: userName },
      { label: "Email", cell: ({ user }) => user.email, csv: ({ user }) => user.email, on_phones: "note" },
      {
        label: "Organization",
        cell: ({ organization }) => organization.name,
        csv: ({ organization }) => organization.name,
        on_phones: "hidden",
      },
      {
        label: "Agreed",
        cell: ({ agreed_at }) => <DateText at={agreed_at} />,
        csv: ({ agreed_at }) => agreed_at,
        sort: "agreed_at",
        on_phones: "state",
      },
    ],
    has_csv: true,
    labels: { search: "Name or email" },
    empty: { drawing: "people", text: "No user has agreed to this version yet." },
  },
});

export const licenseVersionRoutes = [...consents, versionPage, withdrawForm];
