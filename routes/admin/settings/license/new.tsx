import { pages } from "../../../../worker/contract/pages.ts";
import { createLicenseAgreement as contract } from "../../../../worker/contract/v1/admin/settings/license-agreements.ts";
import { createLicenseAgreement, findNewestLicense } from "../../../../worker/domain/platform/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { buildPreview, normalizeValidFrom, TextForm } from "../legal/text-form.tsx";

const newVersionPage = page({
  path: pages.newLicenseVersion,
  access: "settings:act",
  layout: consoleLayout,
  section: "Settings",
  load: async ({ ctx, typed }) => ({ html: (await findNewestLicense(ctx))?.html ?? "", preview: buildPreview(typed) }),
  head: () => ({ title: "New license agreement · Console · CrunchBox", no_store: true }),
  view: ({ html, preview }, { flash }) => (
    <>
      <PageHeader
        trail={[
          ["Settings", pages.settings],
          ["License agreement", pages.licenseVersions],
        ]}
        title="New version"
      />
      <FormLayout>
        <TextForm
          action={pages.newLicenseVersion}
          field={buildFieldProps(flash?.typed, { html }).field}
          preview={preview}
          label="Publish the license agreement"
          effect="From then on users are asked at their next sign-in. Current sessions continue."
        />
      </FormLayout>
    </>
  ),
});

const publishForm = formPost(contract, {
  path: pages.newLicenseVersion,
  page: newVersionPage,
  has_search: true,
  complete: normalizeValidFrom,
  send: (ctx, { body }) => createLicenseAgreement(ctx, body),
  back: pages.licenseVersions,
  done: ({ version, state }) =>
    state === "in_force"
      ? `Version ${version} is in force. Users are asked at their next sign-in.`
      : `Version ${version} is scheduled. Until then it can be withdrawn.`,
});

export const newLicenseVersion = [newVersionPage, publishForm];
