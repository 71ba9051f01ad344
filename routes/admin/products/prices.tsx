import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  type AdminProduct,
  basePriceLevel,
  type LevelPrice,
  type PriceChange,
} from "../../../worker/domain/catalog/index.ts";
import { StaffLink } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Timeline } from "../../../worker/ui/figures/timeline.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";

const sourceLabels = {
  accounting: "from the accounting system",
  manual: "set here",
  import: "from an imported file",
  scheduled: "as scheduled",
  rename: "when the level was renamed",
  database: "set in the database",
  before: "so when prices were first written down",
} as const;

const describeSource = ({ source, by }: Pick<PriceChange, "source" | "by">): string =>
  by === null
    ? sourceLabels[source]
    : `${sourceLabels[source]}, ${source === "accounting" ? "asked for by" : "by"} ${by.name}`;

type PricesProps = {
  product: AdminProduct;
  prices: LevelPrice[];
  level: string | undefined;
  earlier: PriceChange[];
};

type Row = LevelPrice & { product_id: string; base: number | undefined };

const columns: Column<Row>[] = [
  { label: "Level", cell: (row) => <LevelName row={row} /> },
  { label: "Since", cell: (row) => <PriceStart row={row} />, on_phones: "note" },
  { label: "Organizations", cell: (row) => <OrganizationCount row={row} />, is_number: true, on_phones: "hidden" },
  { label: "To base", cell: differenceText, is_number: true, is_extra: true },
  { label: "Price", cell: ({ price }) => (price === null ? "None" : formatMoney(price)), is_number: true },
];

export function Prices({ product, prices, level, earlier }: PricesProps) {
  const base = product.price_levels[basePriceLevel];
  return (
    <section id="prices">
      <h2>Prices</h2>
      <Table
        rows={prices.map((each) => ({ ...each, product_id: product.id, base }))}
        id={({ level: name }) => name}
        columns={columns}
      />
      {level !== undefined && (
        <>
          <h3>Prices of {level} so far</h3>
          {earlier.length === 0 && <p className="small">None recorded.</p>}
          <Timeline
            events={earlier.map((change) => ({
              at: change.changed_at,
              what: change.price === null ? "No price any more" : formatMoney(change.price),
              note: <small>{describeSource(change)}</small>,
            }))}
          />
        </>
      )}
    </section>
  );
}

const LevelName = ({ row: { level, price, organizations } }: { row: Row }) => (
  <>
    {level} {price === null && organizations > 0 && <small>cannot be bought</small>}
  </>
);

function PriceStart({ row: { product_id, level, since } }: { row: Row }) {
  if (!since) return null;
  return (
    <>
      <a href={`${hrefOf(pages.adminProduct, { product_id }, { level })}#prices`}>
        <DateText at={since.changed_at} />
      </a>{" "}
      <small>{describeSource(since)}</small>
    </>
  );
}

/** Links to the organizations of the level; their list has no filter for the base price. */
function OrganizationCount({ row: { level, organizations } }: { row: Row }) {
  const count = organizations.toLocaleString("en-US");
  if (level === basePriceLevel || organizations === 0) return count;
  return (
    <StaffLink access="organizations:read" href={hrefOf(pages.organizations, {}, { price_level_name: level })}>
      {count}
    </StaffLink>
  );
}

function differenceText({ level, price, base }: Row): string {
  if (level === basePriceLevel || price === null || !base) return "";
  const percent = ((price - base) / base) * 100;
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return `${sign}${Math.abs(percent).toFixed(1)} %`;
}
