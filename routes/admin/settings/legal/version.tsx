import { Markup } from "../../../../islands/ui/markup.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/legal-texts.ts";
import { deleteLegalText, getLegalVersion, listObjectAudit } from "../../../../worker/domain/platform/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { ObjectLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { History } from "../../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { StateBadge } from "./text-form.tsx";

const historyMax = 10;
const { access, params } = contract.getLegalVersion;
const auditSubject = (kind: string, version: string) =>
  ({ subject_type: "legal_text", subject_id: `${kind}/${version}` }) as const;

const versionPage = page({
  path: pages.legalVersion,
  access,
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { kind, version } }) {
    const [text, history] = await Promise.all([
      getLegalVersion(ctx, { kind, version }),
      listObjectAudit(ctx, { ...auditSubject(kind, version), limit: historyMax }),
    ]);
    return { text, history };
  },
  head: ({ text: { title, version } }) => ({ title: `${title} ${version} · Console · CrunchBox`, no_store: true }),
  view: ({ text: { kind, version, title, state, valid_from, html }, history }) => (
    <>
      <PageHeader
        trail={[
          ["Settings", pages.settings],
          ["Legal texts", pages.legalVersions],
        ]}
        title={`${title}, ${version}`}
        badges={<StateBadge state={state} />}
        subtitle={
          <>
            In force from <DateText at={valid_from} />.{" "}
            {state !== "scheduled" && <a href={hrefOf(pages.legalText, { kind }, { version })}>As customers read it</a>}
          </>
        }
        action={
          state === "scheduled" && (
            <ConfirmForm
              id="withdraw"
              label="Withdraw it"
              title={`Withdraw version ${version}?`}
              action={hrefOf(pages.deleteLegalVersion, { kind, version })}
              confirm="Withdraw it"
              is_dangerous
            >
              <p>This version is not in force yet. Its text will be deleted.</p>
            </ConfirmForm>
          )
        }
      />
      <ObjectLayout aside={<History entries={history} more={hrefOf(pages.audit, {}, auditSubject(kind, version))} />}>
        <Markup html={html} />
      </ObjectLayout>
    </>
  ),
});

const withdrawForm = formPost(contract.deleteLegalText, {
  path: pages.deleteLegalVersion,
  page: versionPage,
  send: (ctx, input) => deleteLegalText(ctx, input.params),
  back: pages.legalVersions,
  done: () => "The version is withdrawn.",
});

export const legalVersionRoutes = [versionPage, withdrawForm];
