import * as z from "zod/mini";
import { legalKinds } from "../../../db/enums.ts";
import { Markup } from "../../../islands/ui/markup.tsx";
import { freeText } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getLegalText } from "../../../worker/domain/platform/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { LegalLayout } from "./legal-layout.tsx";

export const legalText = page({
  path: pages.legalText,
  cache: "legal",
  access: "visitor-or-session",
  layout: appLayout,
  params: z.object({ kind: z.enum(legalKinds) }),
  query: z.object({ version: z.optional(freeText(64, "Version of the text")) }),
  load: ({ ctx, params, query }) => getLegalText(ctx, params.kind, query.version),
  head: ({ title }, { params, settings }) => ({
    title: `${title} · CrunchBox`,
    description: `${title} of CGX, for what is sold in CrunchBox.`,
    canonical: settings.store_base + hrefOf(pages.legalText, params),
  }),
  view: ({ title, version, html, valid_from, is_current }, { params }) => (
    <>
      <PageHeader
        title={title}
        subtitle={
          <>
            Version {version}, in force since <DateText at={valid_from} />
          </>
        }
      />
      {!is_current && (
        <p className="notice info">
          This is an earlier version. <a href={hrefOf(pages.legalText, params)}>Read the current version</a>
        </p>
      )}
      <LegalLayout here={hrefOf(pages.legalText, params)}>
        <Markup html={html} />
      </LegalLayout>
    </>
  ),
});
