// The file is long because the preview of an import shows all its changes and has the form that confirms them.
import * as z from "zod/mini";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { Notice } from "../../../../islands/ui/notice.tsx";
import { priceHeading } from "../../../../worker/contract/products-file/columns.ts";
import type { ImportLine, ProductImport } from "../../../../worker/contract/entities/product-import.ts";
import { pageHref, defaultPageSize } from "../../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/product-imports.ts";
import {
  confirmProductImport,
  getProductImport,
  listProductImportLines,
  prepareConfirmation,
} from "../../../../worker/domain/catalog/index.ts";
import type { AppContext } from "../../../../worker/http/app-env.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { TimeText } from "../../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { Paging } from "../../../../worker/ui/lists/paging.tsx";
import { type Column, Table } from "../../../../worker/ui/lists/table.tsx";
import { Tabs } from "../../../../worker/ui/parts/tabs.tsx";
import { consoleLayout } from "../../../layouts.tsx";

const { params, query } = contract.listProductImportLines;

const previewPage = page({
  path: pages.productImport,
  access: "products:act",
  layout: consoleLayout,
  section: "Products",
  params,
  query,
  page_size: defaultPageSize,
  load: ({ ctx, params: { id }, query: filters }) =>
    Promise.all([getProductImport(ctx, id), listProductImportLines(ctx, id, filters)]),
  head: () => ({ title: "Import of products · Console · CrunchBox", no_store: true }),
  view([productImport, lines], { params: { id }, query: filters }) {
    const path = hrefOf(pages.productImport, { id });
    const linesHref = (change: object) => pageHref(path, query, filters, { ...change });
    return (
      <>
        <PageHeader
          trail={[
            ["Products", pages.adminProducts],
            ["Import products", pages.importProducts],
          ]}
          title={productImport.confirmed_at === null ? "Preview of the import" : "Import of products"}
          subtitle={<Subtitle productImport={productImport} />}
          action={<ImportAction productImport={productImport} />}
        />
        <OutdatedWarning productImport={productImport} />
        <Problems productImport={productImport} />
        <h2>Lines</h2>
        <Tabs
          label="Lines"
          tabs={tabs.map(([outcome, label]) => ({
            label,
            href: linesHref({ outcome: outcome ?? "" }),
            count: outcome ? productImport[`${outcome}_count`] : lineCount(productImport),
          }))}
          current={linesHref({})}
        />
        {lines.data.length === 0 ? (
          <p>No lines match.</p>
        ) : (
          <Table rows={lines.data} id={({ line }) => String(line)} columns={columns} />
        )}
        <Paging
          meta={lines.meta}
          what="lines"
          href={(number) => linesHref({ page: number })}
          sizeHref={(limit) => linesHref({ limit })}
        />
      </>
    );
  },
});

const tabs = [
  [undefined, "All"],
  ["created", "New"],
  ["changed", "Changed"],
  ["unchanged", "Unchanged"],
  ["refused", "With problems"],
] as const;
const lineCount = (productImport: ProductImport) =>
  productImport.created_count +
  productImport.changed_count +
  productImport.unchanged_count +
  productImport.refused_count;
const outcomeLabels = { created: "New", changed: "Changed", unchanged: "Unchanged", refused: "Problem" } as const;

const columns: Column<ImportLine>[] = [
  { label: "SKU", cell: ({ sku }) => sku || "None" },
  { label: "Name", cell: ({ name }) => name, on_phones: "note" },
  { label: "Result", cell: ({ outcome }) => outcomeLabels[outcome], on_phones: "state" },
  { label: "Changes", cell: (line) => <Changes line={line} />, on_phones: "note" },
  { label: "Line", cell: ({ line }) => line.toLocaleString("en-US"), is_number: true },
];

const countText = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
const productsText = (count: number) => countText(count, "product", "products");

function Subtitle({ productImport }: { productImport: ProductImport }) {
  const { created_count, changed_count, unchanged_count, refused_count, confirmed_at, confirmed_by } = productImport;
  const facts = [
    `${created_count.toLocaleString("en-US")} new`,
    `${changed_count.toLocaleString("en-US")} changed`,
    `${unchanged_count.toLocaleString("en-US")} unchanged`,
    refused_count > 0 && `${refused_count.toLocaleString("en-US")} with problems`,
  ];
  return (
    <>
      {facts.filter(Boolean).join(", ")}.{" "}
      {confirmed_at === null ? (
        "Nothing is written yet."
      ) : (
        <>
          Written on <TimeText at={confirmed_at} />
          {confirmed_by && ` by ${confirmed_by.name}`}.
        </>
      )}
    </>
  );
}

function ImportAction({ productImport }: { productImport: ProductImport }) {
  const { id, created_count, changed_count, refused_count, outdated, confirmed_at } = productImport;
  if (confirmed_at !== null || refused_count > 0 || outdated.length > 0 || created_count + changed_count === 0)
    return (
      <a className="button quiet" href={pages.importProducts}>
        Upload another file
      </a>
    );
  return (
    <ConfirmForm
      id="confirm"
      label={`Import ${productsText(created_count + changed_count)}`}
      title={`Import ${productsText(created_count + changed_count)}?`}
      action={hrefOf(pages.confirmProductImport, { id })}
      confirm="Import them"
      is_main
    >
      <p>
        {countText(created_count, "product is", "products are")} created, not yet published, and{" "}
        {countText(changed_count, "is", "are")} changed. Buyers whose carts are affected are asked to confirm the new
        prices.
      </p>
    </ConfirmForm>
  );
}

function OutdatedWarning({ productImport: { outdated } }: { productImport: ProductImport }) {
  if (outdated.length === 0) return null;
  return (
    <Notice tone="danger">
      {`After this preview, another user changed the products of ${outdated.length === 1 ? "line" : "lines"} ${outdated
        .slice(0, 10)
        .map(({ line, sku }) => `${line} (${sku})`)
        .join(", ")}${outdated.length > 10 ? " and more" : ""}. Upload the file again.`}
    </Notice>
  );
}

const problemsMax = 200;

function Problems({ productImport: { problems, refused_count } }: { productImport: ProductImport }) {
  if (refused_count === 0) return null;
  return (
    <section>
      <h2>Problems</h2>
      <p>
        Nothing can be imported while a line has a problem. Correct the file and upload it again.
        {problems.length >= problemsMax && ` These are the first ${problemsMax}.`}
      </p>
      <Table
        rows={problems.map((problem, at) => ({ ...problem, at }))}
        id={({ at }) => String(at)}
        columns={[
          { label: "Line", cell: ({ line }) => `Line ${line}` },
          { label: "SKU", cell: ({ sku }) => sku || "None", on_phones: "note" },
          { label: "Column", cell: ({ column }) => column || "The whole line", on_phones: "state" },
          { label: "Problem", cell: ({ message }) => message, on_phones: "note" },
        ]}
      />
    </section>
  );
}

function Changes({ line }: { line: ImportLine }) {
  const { outcome, problems, changes } = line;
  return (
    <div className="import-changes">
      {outcome === "refused"
        ? problems.map(({ column, message }) => (
            <small key={column + message} className="refused">
              {column && `${column}: `}
              {message}
            </small>
          ))
        : changes.flatMap(differences).map(({ label, before, after }) => (
            <small key={label}>
              {label}: {outcome === "changed" && `${before} → `}
              {after}
            </small>
          ))}
    </div>
  );
}

type Difference = { label: string; before: string; after: string };

function differences({ field, before, after }: ImportLine["changes"][number]): Difference[] {
  if (field !== "price_levels") return [{ label: field, before: formatValue(before), after: formatValue(after) }];
  const [was, is] = [parsePrices(before), parsePrices(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((level) => was.get(level) !== is.get(level))
    .map((level) => ({
      label: priceHeading(level),
      before: priceText(was.get(level)),
      after: priceText(is.get(level)),
    }));
}

const priceMap = z.record(z.string(), z.number());
const parsePrices = (value: unknown): Map<string, number> =>
  new Map(Object.entries(priceMap.safeParse(value).data ?? {}));
const priceText = (cents: number | undefined) => (cents === undefined ? "none" : formatMoney(cents));
const textMax = 120;

function formatValue(value: unknown): string {
  const text = Array.isArray(value) ? value.map(String).join(", ") : value === null ? "" : String(value);
  if (text === "") return "none";
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}

const importHref = (c: AppContext) => hrefOf(pages.productImport, { id: c.req.param("id") ?? "" });

const confirmForm = formPost(contract.confirmProductImport, {
  path: pages.confirmProductImport,
  readFirst: (ctx, { id }) => prepareConfirmation(ctx, id),
  send: (ctx, _input, _c, confirmation) => confirmProductImport(ctx, confirmation),
  back: (_result, c) => importHref(c),
  done: ({ created_count, changed_count }) =>
    `${countText(created_count, "product is", "products are")} created and ${countText(changed_count, "is", "are")} changed.`,
});

export const importPreview = [previewPage, confirmForm];
