import * as z from "zod/mini";
import { type ReleaseStage, releaseStages } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { type FindManyInput, readFindManyInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { stageVersion as contract } from "../../../worker/contract/v1/admin/releases.ts";
import { findOrganizations, type OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import {
  checkPublication,
  getVersion,
  type PublishCheck,
  stageVersion,
  type Version,
} from "../../../worker/domain/software/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { formatCount, softwareHref, stageLabels, versionHref } from "./labels.ts";
import { CheckSection } from "./publish.tsx";

const params = z.object({ id: uuid() });

type StageChoice = { stage: ReleaseStage | undefined; percent: string; find: FindManyInput };

const parseStageChoice = (query: URLSearchParams): StageChoice => ({
  stage: releaseStages.find((each) => each === query.get("stage")),
  percent: query.get("percent") ?? "",
  find: readFindManyInput(query, "org_ids", query.getAll("org_ids")),
});

const parsePercent = ({ percent }: StageChoice): number | undefined =>
  /^(?:[1-9]\d?|100)$/.test(percent.trim()) ? Number(percent) : undefined;

function findMistake(chosen: StageChoice): string | undefined {
  const { stage, find } = chosen;
  if (stage === "organizations" && find.chosen.length === 0) return "Choose at least one organization.";
  if (stage === "percentage" && parsePercent(chosen) === undefined) return "Enter a percentage from 1 to 100.";
  return undefined;
}

/**
 * The user chooses a stage, then sees who gets the version and confirms; the URL holds the choice, so that no script is
 * needed.
 */
const stagePage = page({
  path: pages.stageAdminVersion,
  access: "releases:act",
  layout: consoleLayout,
  section: "Software",
  params,
  async load({ ctx, url, params: { id } }) {
    const choice = parseStageChoice(url.searchParams);
    const { stage, find } = choice;
    const isComplete = stage !== undefined && !find.is_search && findMistake(choice) === undefined;
    const query = stage && { stage, org_ids: find.chosen, percent: parsePercent(choice) };
    const [version, organizations, check] = await Promise.all([
      getVersion(ctx, id),
      findOrganizations(ctx, { ...find, chosen: undefined }, find.chosen),
      isComplete && query ? checkPublication(ctx, id, query) : undefined,
    ]);
    if (version.status === "published" || version.status === "withdrawn") throw new Redirect(versionHref(id));
    return { version, organizations, check, chosen: choice, mistake: find.is_search ? undefined : findMistake(choice) };
  },
  head: ({ version: { reference, version } }) => ({
    title: `Roll out ${reference.title} ${version} · Console · CrunchBox`,
    no_store: true,
  }),
  view({ version, organizations, check, chosen, mistake }, { url, flash }) {
    const { id, reference, reference_type, version: number } = version;
    return (
      <>
        <PageHeader
          trail={[
            ["Software", pages.adminSoftware],
            [reference.title, softwareHref({ kind: reference_type, name: reference.name })],
            [number, versionHref(id)],
          ]}
          title="Roll out in stages"
          subtitle={`Each stage adds to those before it and notifies only people who were not notified before. Everybody else keeps the version before ${number}.`}
        />
        <FormLayout>
          <StageForm
            version={version}
            chosen={chosen}
            organizations={organizations}
            mistake={mistake}
            is_answered={check !== undefined}
          />
          {check && chosen.stage && (
            <ConfirmationSection version={version} check={check} chosen={chosen} url={url} typed={flash?.typed} />
          )}
        </FormLayout>
      </>
    );
  },
});

type StageFormProps = {
  version: Version;
  chosen: StageChoice;
  organizations: OrganizationChoices;
  mistake: string | undefined;
  /** True while the effects of the choice are shown, whose confirmation is then the main button. */
  is_answered: boolean;
};

function StageForm({ version, chosen, organizations, mistake, is_answered }: StageFormProps) {
  const noun = version.is_for_devices ? "devices" : "organizations";
  const { stage = "beta", percent, find } = chosen;
  const hints: Record<ReleaseStage, string> = {
    beta: "People with the role beta tester",
    organizations: "All people of the organizations that you choose",
    percentage: `Chosen by their ids, so that 20 % includes the ${noun} of 10 %`,
    published: "All organizations that may have it",
  };
  return (
    <FormGroup title="Who gets it next">
      {mistake && <Notice tone="danger">{mistake}</Notice>}
      <form action={hrefOf(pages.stageAdminVersion, { id: version.id })} noValidate className="described stage-choice">
        <fieldset className="field find-field">
          <legend className="label">Stage</legend>
          <div className="choices">
            {releaseStages.map((each) => (
              <label key={each} className="found">
                <input type="radio" name="stage" value={each} defaultChecked={each === stage} />
                <b>{each === "percentage" ? `A percentage of ${noun}` : stageLabels[each]}</b>
                <small>{hints[each]}</small>
              </label>
            ))}
          </div>
        </fieldset>
        <FindField
          name="org_ids"
          label="Organizations"
          is_many
          what={["organization", "organizations"]}
          result={organizations}
          offered={organizations.named}
          chosen={find.chosen}
        />
        <Field
          name="percent"
          label="Percentage"
          hint={`Of the ${noun}, from ${Math.max(1, version.rollout?.percent ?? 1)} to 100.`}
          inputMode="numeric"
          defaultValue={percent}
        />
        <button className={is_answered ? "button quiet" : "button"}>See who gets it</button>
      </form>
    </FormGroup>
  );
}

type ConfirmationSectionProps = {
  version: Version;
  check: PublishCheck;
  chosen: StageChoice;
  url: URL;
  typed: Parameters<typeof buildFieldProps>[0];
};

function ConfirmationSection({ version, check, chosen, url, typed }: ConfirmationSectionProps) {
  const { stage = "beta", find } = chosen;
  const { field } = buildFieldProps(typed, { notes: version.public_description });
  const isBlocked = check.blockers.some(({ errcode }) => errcode !== "SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
  return (
    <div className="form-group" id="check">
      <CheckSection version={version} check={check} stage={stage} />
      {!isBlocked && (
        <form method="post" action={url.pathname + url.search} noValidate className="described">
          <input type="hidden" name="stage" value={stage} />
          {stage === "organizations" &&
            find.chosen.map((id) => <input key={id} type="hidden" name="org_ids" value={id} />)}
          {stage === "percentage" && <input type="hidden" name="percent" value={parsePercent(chosen)} />}
          <input type="hidden" name="check" value={check.check} />
          <TextAreaField
            {...field("notes")}
            label="Release notes for customers"
            maxLength={4000}
            is_optional={stage !== "published"}
          />
          <button className="button">{confirmText(check, stage)}</button>
        </form>
      )}
    </div>
  );
}

function confirmText({ organizations, people, version }: PublishCheck, stage: ReleaseStage): string {
  const recipientsText = `${formatCount(organizations, "organization")}, notify ${formatCount(people, "person", "people")}`;
  return stage === "published" ? `Publish ${version} for ${recipientsText}` : `Offer ${version} to ${recipientsText}`;
}

const saveForm = formPost(contract, {
  path: pages.stageAdminVersion,
  page: stagePage,
  send: (ctx, { params: { id }, body }) => stageVersion(ctx, id, body),
  back: (_done, c) => versionHref(c.req.param("id") ?? ""),
  done: (_done, typed) =>
    typed.get("stage") === "published"
      ? "It is published. Entitled users are notified unless they turned news off."
      : `It rolls out: ${stageLabels[releaseStages.find((each) => each === typed.get("stage")) ?? "beta"].toLowerCase()} may have it now.`,
  refusal: ({ errcode, message }) => ({
    message:
      errcode === "OBJECT_OUTDATED"
        ? "Something changed since the check, so nothing was rolled out. Review who gets it again."
        : `${message}, so nothing was changed.`,
  }),
});

export const stageRoutes = [stagePage, saveForm];
