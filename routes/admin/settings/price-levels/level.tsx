import { Field } from "../../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/price-levels.ts";
import { listObjectAudit } from "../../../../worker/domain/platform/index.ts";
import {
  deletePriceLevel,
  getPriceLevel,
  type PriceLevel,
  updatePriceLevel,
} from "../../../../worker/domain/catalog/index.ts";
import type { AppContext } from "../../../../worker/http/app-env.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { StaffLink } from "../../../../worker/ui/access.tsx";
import { mergeForm } from "../../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../../worker/ui/parts/audit/changed-by.tsx";
import { History } from "../../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { originLabel } from "./list.tsx";

const historyMax = 10;
const { access, params } = contract.updatePriceLevel;

const detailPage = page({
  path: pages.adminPriceLevel,
  access,
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { id } }) {
    const [level, history] = await Promise.all([
      getPriceLevel(ctx, id),
      listObjectAudit(ctx, { subject_type: "price_level", subject_id: id, limit: historyMax }),
    ]);
    return { level, history };
  },
  head: ({ level: { name } }) => ({ title: `${name} · Price levels · Console · CrunchBox`, no_store: true }),
  view({ level, history }, { flash }) {
    const { id, name, updated_at } = level;
    const href = hrefOf(pages.adminPriceLevel, { id });
    const { typed, rows } = mergeForm(flash?.typed, updated_at, { name }, { name: "Name" });
    const [lastEntry] = history;
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Price levels", pages.adminPriceLevels],
          ]}
          title={name}
          subtitle={<UsageLink level={level} />}
        />
        <ConflictComparison rows={rows} href={href} by={lastEntry && <ChangedBy entry={lastEntry} />} />
        <ObjectLayout
          aside={
            <History
              entries={history}
              more={hrefOf(pages.audit, {}, { subject_type: "price_level", subject_id: id })}
            />
          }
        >
          {level.is_base || level.is_synchronized ? (
            <p>{fixedReason(level)}</p>
          ) : (
            <form method="post" action={href} noValidate className="form-layout">
              <VersionFields updated_at={updated_at} values={{ name }} />
              <FormGroup
                title="Name"
                text="Products and organizations show the new name at once. Prices and their history are unchanged."
              >
                <Field
                  {...buildFieldProps(typed, { name }).field("name")}
                  label="Name"
                  maxLength={128}
                  autoComplete="off"
                />
              </FormGroup>
              <button className="button">Rename the price level</button>
            </form>
          )}
          <DeletionSection level={level} />
        </ObjectLayout>
      </>
    );
  },
});

function fixedReason({ is_base }: PriceLevel): string {
  if (is_base) return "Visitors and organizations without a level pay these prices. The base level keeps its name.";
  return "NetSuite brings this level with its items and customers. Rename it there; the new name arrives with the next synchronization.";
}

function UsageLink({ level }: { level: PriceLevel }) {
  const { name, is_base, product_count, organization_count } = level;
  const organizations = `${organization_count.toLocaleString("en-US")} organization${organization_count === 1 ? "" : "s"}`;
  return (
    <>
      {originLabel(level)} · {product_count.toLocaleString("en-US")} product{product_count === 1 ? "" : "s"} with a
      price ·{" "}
      {is_base || organization_count === 0 ? (
        organizations
      ) : (
        <StaffLink access="organizations:read" href={hrefOf(pages.organizations, {}, { price_level_name: name })}>
          {organizations}
        </StaffLink>
      )}
    </>
  );
}

function DeletionSection({ level: { id, name, is_base, product_count, organization_count } }: { level: PriceLevel }) {
  if (is_base) return null;
  const isUsed = product_count + organization_count > 0;
  return (
    <section>
      <h2>Delete</h2>
      {isUsed ? (
        <p>It is in use. Move its organizations to another level and remove its prices from the products first.</p>
      ) : (
        <ConfirmForm
          id="delete"
          label="Delete the price level"
          title={`Delete ${name}?`}
          action={hrefOf(pages.deletePriceLevel, { id })}
          confirm="Delete it"
          is_dangerous
        >
          <p>No organization has it and no product has a price there. The price history keeps its name.</p>
        </ConfirmForm>
      )}
    </section>
  );
}

const renameForm = formPost(contract.updatePriceLevel, {
  path: pages.adminPriceLevel,
  page: detailPage,
  send: (ctx, { params: { id }, body }) => updatePriceLevel(ctx, id, body),
  back: (_result, c) => hrefOf(pages.adminPriceLevel, { id: levelId(c) }),
  done: ({ name }) => `It is called ${name} now.`,
});

const removeForm = formPost(contract.deletePriceLevel, {
  path: pages.deletePriceLevel,
  page: detailPage,
  send: (ctx, { params: { id } }) => deletePriceLevel(ctx, id),
  back: pages.adminPriceLevels,
  done: () => "The price level is deleted.",
});

const levelId = (c: AppContext): string => c.req.param("id") ?? "";

export const levelRoutes = [detailPage, renameForm, removeForm];
