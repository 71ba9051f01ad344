import { pages } from "../../../worker/contract/pages.ts";
import type { ValidatedSerial } from "../../../worker/domain/devices/index.ts";
import { NameWithPicture } from "../../../worker/ui/figures/picture.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import type { TypedSerials } from "./typed-serials.ts";
import { SerialResult } from "./serial-result-labels.tsx";

type Row = { serial: string; result?: ValidatedSerial; why?: string };

const columns: readonly Column<Row>[] = [
  { label: "Serial number", cell: ({ serial }) => serial },
  { label: "Result", cell: ({ result, why }) => (result ? <SerialResult result={result} /> : why) },
  {
    label: "Product",
    cell: ({ result }) =>
      result?.product && <NameWithPicture src={result.product.main_image} name={result.product.name} />,
  },
];

type SerialResultsProps = { results: readonly ValidatedSerial[]; organization: string } & Pick<
  TypedSerials,
  "malformed"
>;

export function SerialResults({ results, malformed, organization }: SerialResultsProps) {
  const freeResults = results.filter(({ status }) => status === "free");
  const rows: Row[] = [...results.map((each) => ({ serial: each.serial, result: each })), ...malformed];
  return (
    <section aria-label="Result">
      <p>
        {freeResults.length} of {rows.length} can be added.
      </p>
      <Table columns={columns} rows={rows} id={({ serial }) => serial} />
      {freeResults.length > 0 && (
        <form method="post" action={pages.addDevices}>
          {freeResults.map(({ serial }) => (
            <input key={serial} type="hidden" name="serials" value={serial} />
          ))}
          <button className="button">
            Add {freeResults.length === 1 ? "1 device" : `${freeResults.length} devices`} to {organization}
          </button>
        </form>
      )}
    </section>
  );
}
