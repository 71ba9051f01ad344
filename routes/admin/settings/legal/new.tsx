import * as z from "zod/mini";
import { legalKinds } from "../../../../db/enums.ts";
import { Field } from "../../../../islands/ui/field.tsx";
import { pages } from "../../../../worker/contract/pages.ts";
import { hrefOf } from "../../../../worker/contract/pages.ts";
import { createLegalText as contract } from "../../../../worker/contract/v1/admin/settings/legal-texts.ts";
import { createLegalText, findNewestLegalText } from "../../../../worker/domain/platform/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { buildPreview, normalizeValidFrom, TextForm } from "./text-form.tsx";
import { kindTitles } from "./labels.ts";

const params = z.object({ kind: z.enum(legalKinds) });

const newVersionPage = page({
  path: pages.newLegalVersion,
  access: "settings:act",
  layout: consoleLayout,
  section: "Settings",
  params,
  load: async ({ ctx, params: { kind }, typed }) => ({
    newest: (await findNewestLegalText(ctx, kind)) ?? { title: kindTitles[kind], html: "" },
    preview: buildPreview(typed),
  }),
  head: (_data, { params: { kind } }) => ({ title: `New ${kind} · Console · CrunchBox`, no_store: true }),
  view({ newest: { title, html }, preview }, { params: { kind }, flash }) {
    const { field } = buildFieldProps(flash?.typed, { title, html });
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Legal texts", pages.legalVersions],
          ]}
          title={`New version of ${kindTitles[kind].toLowerCase()}`}
        />
        <FormLayout>
          <TextForm
            action={hrefOf(pages.newLegalVersion, { kind })}
            field={field}
            preview={preview}
            label={`Publish ${kindTitles[kind].toLowerCase()}`}
            effect="From then on its page shows it, and orders name it where it is the terms of sale."
          >
            <Field {...field("title")} label="Title" maxLength={128} />
          </TextForm>
        </FormLayout>
      </>
    );
  },
});

const { access, body_bytes_max } = contract;
const body = z.omit(contract.body, { kind: true });

const publishForm = formPost({ access, params, body, body_bytes_max } as const, {
  path: pages.newLegalVersion,
  page: newVersionPage,
  has_search: true,
  complete: normalizeValidFrom,
  send: (ctx, input) => createLegalText(ctx, { ...input.body, ...input.params }),
  back: pages.legalVersions,
  done: ({ title, version, state }) =>
    state === "in_force"
      ? `${title}, version ${version}, is in force.`
      : `${title}, version ${version}, is scheduled. Until then it can be withdrawn.`,
});

export const newLegalVersion = [newVersionPage, publishForm];
