import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/device-claims.ts";
import { importMadeSerials, listMadeSerials } from "../../../worker/domain/devices/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

function ImportForm({ typed }: { typed: TypedInput | undefined }) {
  const { name, error } = buildFieldProps(typed).field("file");
  return (
    <FormLayout>
      <FormGroup
        id="import"
        title="Import serial numbers"
        text="Devices with these numbers are verified, now and when an organization registers them. Numbers of shipped devices are added by themselves."
      >
        <form method="post" action={pages.madeSerials} encType="multipart/form-data" noValidate>
          <Field
            name={name}
            error={error}
            type="file"
            accept=".csv,text/csv"
            label="CSV file"
            hint="Two columns, serial_number and sku; at most 10,000 lines."
          />
          <button className="button">Import</button>
        </form>
      </FormGroup>
    </FormLayout>
  );
}

const serialList = listRoutes({
  access: "devices:read",
  layout: consoleLayout,
  section: "Organizations",
  query: contract.listMadeSerials.query,
  load: listMadeSerials,
  head: () => ({
    action: (
      <a className="button quiet" href="#import">
        Import
      </a>
    ),
  }),
  of: {
    params: z.object({}),
    load: async () => ({
      title: "Made serial numbers",
      trail: [
        ["Organizations", pages.organizations],
        ["Unverified devices", pages.deviceClaims],
      ] as const,
      below: (typed: TypedInput | undefined) => <ImportForm typed={typed} />,
    }),
  },
  list: {
    title: "Made serial numbers",
    noun: ["serial number", "serial numbers"],
    path: pages.madeSerials,
    id: ({ id }) => id,
    columns: [
      { label: "Serial number", cell: ({ serial }) => serial, csv: ({ serial }) => serial },
      {
        label: "Product",
        cell: ({ product }) => <a href={hrefOf(pages.adminProduct, { product_id: product.id })}>{product.name}</a>,
        csv: ({ product }) => product.name,
      },
      { label: "SKU", cell: ({ product }) => product.sku, csv: ({ product }) => product.sku, on_phones: "hidden" },
      {
        label: "Added",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
    ],
    labels: { search: "Serial number", without: ["product_id"] },
    empty: { drawing: "things", text: "No serial numbers yet. Import a file, or ship a device with its number." },
    has_csv: true,
  },
});

type ImportResult = Awaited<ReturnType<typeof importMadeSerials>>;
/** Characters for refused lines; the whole flash message has room for 300. */
const problemsMax = 200;

/** Refused lines are listed whole, as many as fit into the flash message. */
function describeImport({ added, already_known, devices_verified, refused, problems }: ImportResult): string {
  const countText = (n: number, one: string, many: string) => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
  const lines = problems.map(({ line, serial, message }) => `Line ${line} (${serial.slice(0, 32)}): ${message}`);
  const visibleLines = lines.filter((_, index) => lines.slice(0, index + 1).join(" ").length <= problemsMax);
  const hiddenCount = refused - visibleLines.length;
  return [
    `${countText(added, "serial number", "serial numbers")} added, ${already_known.toLocaleString("en-US")} known before.`,
    ...(devices_verified > 0 ? [`${countText(devices_verified, "device is", "devices are")} verified now.`] : []),
    ...(refused > 0 ? [`${countText(refused, "line was", "lines were")} left out.`] : []),
    ...visibleLines,
    ...(visibleLines.length > 0 && hiddenCount > 0 ? [`${hiddenCount.toLocaleString("en-US")} more.`] : []),
  ].join(" ");
}

const uploadForm = formPost(contract.importMadeSerials, {
  path: pages.madeSerials,
  page: serialList[0],
  send: (ctx, { file }) => importMadeSerials(ctx, file.bytes),
  back: pages.madeSerials,
  done: describeImport,
});

export const madeSerials = [...serialList, uploadForm];
