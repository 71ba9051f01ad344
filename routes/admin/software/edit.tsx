import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { versionField, softwareName } from "../../../worker/contract/fields.ts";
import { readFindManyInput, readFindStoredInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { findProducts } from "../../../worker/domain/catalog/index.ts";
import {
  createSoftware,
  findFittingProducts,
  getSoftwareHistory,
  listSoftwareAudit,
  type SoftwareHistory,
  updateSoftware,
} from "../../../worker/domain/software/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { softwareBody, SoftwareFields, softwareLabels } from "./software-fields.tsx";

const backHref = (newPage: { name: string } | undefined) =>
  newPage ? hrefOf(pages.adminSoftwareNamed, { name: newPage.name }) : pages.adminSoftware;

const newPage = page({
  path: pages.newSoftware,
  access: "software:act",
  layout: consoleLayout,
  section: "Software",
  load: ({ ctx, typed }) => findProducts(ctx, readFindManyInput(typed, "fits_product_ids")),
  head: () => ({ title: "Add software · Console · CrunchBox", no_store: true }),
  view(products, { flash }) {
    const { field, list } = buildFieldProps(flash?.typed, { category: "firmware" });
    return (
      <>
        <PageHeader
          trail={[["Software", pages.adminSoftware]]}
          title="Add software"
          subtitle="Firmware, an app or a tool. Plugins and what they need are added by their import."
        />
        <FormLayout>
          <form method="post" action={pages.newSoftware} noValidate className="form-layout">
            <div className="card">
              <Field
                {...field("name")}
                label="Name"
                maxLength={64}
                spellCheck={false}
                autoComplete="off"
                hint="Part of addresses, and stays: letters, digits, hyphens and underscores."
              />
            </div>
            <SoftwareFields field={field} list={list} products={products} />
            <button className="button">Add the software</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

const createForm = formPost(
  { access: "software:act", body: z.extend(softwareBody, { name: softwareName() }) } as const,
  {
    path: pages.newSoftware,
    page: newPage,
    has_search: true,
    send: (ctx, { body }) => createSoftware(ctx, body),
    back: backHref,
    done: ({ title, repository }) =>
      repository
        ? `${title} is added. The next import of versions brings its releases.`
        : `${title} is added. Give it a repository to import its releases.`,
  },
);

const params = z.object({ name: softwareName() });

const softwareValues = (software: SoftwareHistory) => ({
  title: software.title,
  description: software.description,
  author: software.author,
  author_url: software.author_url ?? "",
  category: software.category ?? "app",
  repository: software.repository ?? "",
  fits_product_ids: software.fits.map(({ id }) => id),
});

const editPage = page({
  path: pages.editSoftware,
  access: "software:act",
  layout: consoleLayout,
  section: "Software",
  params,
  async load({ ctx, params: { name }, typed }) {
    const reference = { name, kind: "software" } as const;
    const [software, products, [last]] = await Promise.all([
      getSoftwareHistory(ctx, name, reference.kind),
      findFittingProducts(ctx, reference, readFindStoredInput(typed, "fits_product_ids")),
      listSoftwareAudit(ctx, reference, 1),
    ]);
    return { software, products, last };
  },
  head: ({ software: { title } }) => ({ title: `Edit ${title} · Console · CrunchBox`, no_store: true }),
  view({ software, products, last }, { params: { name }, flash }) {
    const href = hrefOf(pages.editSoftware, { name });
    const current = softwareValues(software);
    const productName = (id: string) =>
      [...products.named, ...products.found, ...software.fits].find((each) => each.id === id)?.name ??
      "Another product";
    const labels = { ...softwareLabels, fits_product_ids: ["Made for devices of", productName] as const };
    const { typed, rows } = mergeForm(flash?.typed, software.updated_at, current, labels);
    const { field, list } = buildFieldProps(typed, current);
    return (
      <>
        <PageHeader
          trail={[
            ["Software", pages.adminSoftware],
            [software.title, hrefOf(pages.adminSoftwareNamed, { name })],
          ]}
          title={`Edit ${software.title}`}
        />
        <ConflictComparison rows={rows} href={href} by={last && <ChangedBy entry={last} />} />
        <FormLayout>
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={software.updated_at} values={current} />
            <SoftwareFields field={field} list={list} products={products} />
            <SaveBar label={`Save ${software.title}`} discard={href} typed={typed} current={current} />
          </form>
        </FormLayout>
      </>
    );
  },
});

const saveForm = formPost(
  { access: "software:act", params, body: z.extend(softwareBody, { updated_at: versionField() }) } as const,
  {
    path: pages.editSoftware,
    page: editPage,
    has_search: true,
    send: (ctx, { params: { name }, body }) => updateSoftware(ctx, name, body),
    back: (_result, c) => backHref({ name: c.req.param("name") ?? "" }),
    done: ({ title }) => `${title} is saved.`,
  },
);

export const softwareForms = [newPage, createForm, editPage, saveForm];
