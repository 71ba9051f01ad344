import { formatMoney } from "../../../../islands/lib/money.ts";
import { Field } from "../../../../islands/ui/field.tsx";
import { SelectField } from "../../../../islands/ui/fields/select-field.tsx";
import { parseDollars } from "../../../../worker/contract/buying/dollars.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { basePriceLevel, type PricedProduct } from "../../../../worker/domain/catalog/index.ts";
import type { TypedInput } from "../../../../worker/http/flash.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { ListScript } from "../../../../worker/ui/island.tsx";
import { FormGroup } from "../../../../worker/ui/layouts/layouts.tsx";
import { cellText, isChanged, isPriceText, parseCells, type SentCell } from "./grid-values.ts";

type PriceGridProps = {
  products: readonly PricedProduct[];
  levels: readonly string[];
  save_href: string;
  fill_href: string;
  typed: TypedInput | undefined;
};

export function PriceGrid({ products, levels, save_href, fill_href, typed }: PriceGridProps) {
  const cells = typed ? parseCells(toParams(typed.values)) : [];
  const cellByKey = new Map(cells.map((cell) => [`${cell.product_id} ${cell.level}`, cell]));
  const { field } = buildFieldProps(typed);
  const isToReview = typed?.errors["reviewed"] !== undefined;
  return (
    <form method="post" action={save_href} noValidate className="bulk-form">
      <ListScript />
      {isToReview && <ReviewTable products={products} cells={cells.filter(isChanged)} />}
      {levels.map((level, column) => (
        <input key={level} type="hidden" name={`l.${column}`} value={level} />
      ))}
      <div className="price-grid" role="region" aria-label="Prices" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              {levels.map((level) => (
                <th key={level} scope="col" className="number">
                  {level}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((product, row) => (
              <Row
                key={product.id}
                product={product}
                row={row}
                levels={levels}
                sent={cellByKey}
                typed={typed}
                isToReview={isToReview}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="small">US dollars. An empty field means no price: organizations of that level cannot buy it.</p>
      <FormGroup
        title="From a date"
        text="With a day, your changed prices start then, even if they are changed by hand before."
      >
        <div className="edit-row pair">
          <Field {...field("day")} type="date" label="From" is_optional />
          <Field {...field("time")} type="time" label="Time" is_optional hint="Midnight when left out." />
        </div>
      </FormGroup>
      <button className="button">{isToReview ? "Save these prices" : "Save prices"}</button>
      <FormGroup title="Fill a column" text="Nothing is saved yet: you see the new prices in the fields first.">
        <div className="edit-row pair">
          <SelectField
            name="fill_level"
            label="Level"
            defaultValue={typed?.values["fill_level"]?.[0] ?? levels.find((level) => level !== basePriceLevel) ?? ""}
            options={levels.filter((level) => level !== basePriceLevel).map((level) => [level, level] as const)}
          />
          <Field
            name="fill_percent"
            label="Percent below the base price"
            inputMode="decimal"
            defaultValue={typed?.values["fill_percent"]?.[0] ?? ""}
            error={typed?.errors["fill_percent"]}
          />
        </div>
        <button className="button quiet" formAction={fill_href}>
          Fill the column
        </button>
      </FormGroup>
    </form>
  );
}

const toParams = (values: TypedInput["values"]): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, list]) => list.map((value) => [name, value])));

type RowProps = {
  product: PricedProduct;
  row: number;
  levels: readonly string[];
  sent: ReadonlyMap<string, SentCell>;
  typed: TypedInput | undefined;
  isToReview: boolean;
};

function Row({ product, row, levels, sent, typed, isToReview }: RowProps) {
  const { id, name, sku, net_suite_id, updated_at, scheduled } = product;
  const refusal = typed?.refused?.id === id ? typed.refused.message : undefined;
  const isReadOnly = net_suite_id !== null;
  return (
    <tr>
      <th scope="row" className="name">
        <input type="hidden" name={`p.${row}`} value={id} />
        <input type="hidden" name={`v.${row}`} value={updated_at} />
        <a href={hrefOf(pages.adminProduct, { product_id: id })}>{name}</a>
        <small>{[sku, isReadOnly && "from NetSuite"].filter(Boolean).join(" · ")}</small>
        {refusal && <small className="refused">{refusal}</small>}
      </th>
      {levels.map((level, column) => (
        <td key={level} className="number" data-label={level}>
          {isReadOnly ? (
            priceText(product.price_levels[level])
          ) : (
            <Cell
              product={product}
              level={level}
              row={row}
              column={column}
              isToReview={isToReview}
              sent={sent.get(`${id} ${level}`)}
              error={cellError(sent.get(`${id} ${level}`), typed)}
            />
          )}
          {scheduled
            .filter((each) => each.level === level)
            .map((each) => (
              <small key={each.id}>
                {priceText(each.price ?? undefined)} from <DateText at={each.starts_at} />
              </small>
            ))}
        </td>
      ))}
    </tr>
  );
}

const priceText = (price: number | undefined) => (price === undefined ? "None" : formatMoney(price));

const cellError = (cell: SentCell | undefined, typed: TypedInput | undefined): string | undefined =>
  cell && typed?.errors[`c.${cell.field.join(".")}`];

type CellProps = Pick<RowProps, "product" | "row" | "isToReview"> & {
  level: string;
  column: number;
  sent: SentCell | undefined;
  error: string | undefined;
};

/** A concurrent change is noted below the field, and replaces the price unless the user changed the price, too. */
function Cell({ product, level, row, column, sent, error, isToReview }: CellProps) {
  const currentText = cellText(product, level);
  const isEditedHere = sent !== undefined && isChanged(sent);
  const hasChanged = sent !== undefined && sent.seen !== currentText;
  const value = isEditedHere ? sent.typed : currentText;
  const name = `c.${row}.${column}`;
  const note = error ?? (hasChanged ? concurrentChangeText(currentText, sent, isEditedHere) : undefined);
  return (
    <>
      <input type="hidden" name={`s.${row}.${column}`} value={currentText} />
      {isToReview && isEditedHere && <input type="hidden" name={`r.${row}.${column}`} value={value} />}
      <input
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        size={10}
        aria-label={`${product.name}, ${level}`}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${name}-note`}
        className={isEditedHere ? "changed" : undefined}
      />
      {note !== undefined && (
        <small id={`${name}-note`} className={error === undefined ? undefined : "refused"}>
          {note}
        </small>
      )}
    </>
  );
}

function concurrentChangeText(now: string, { seen }: SentCell, isEditedHere: boolean): string {
  const concurrentChange = `Changed in the meantime from ${seen ? `$${seen}` : "none"} to ${now ? `$${now}` : "none"}`;
  return isEditedHere ? `${concurrentChange}. Save again to write yours over it.` : `${concurrentChange}.`;
}

type ReviewTableProps = { products: readonly PricedProduct[]; cells: readonly SentCell[] };

function ReviewTable({ products, cells }: ReviewTableProps) {
  const productById = new Map(products.map((product) => [product.id, product]));
  const rows = cells.filter(({ typed }) => isPriceText(typed));
  return (
    <section aria-labelledby="review">
      <h2 id="review">{`${rows.length} prices change`}</h2>
      <div className="price-grid" role="region" aria-label="Prices that change" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Level</th>
              <th scope="col" className="number">
                Now
              </th>
              <th scope="col" className="number">
                New
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ product_id, level, typed }) => (
              <tr key={`${product_id} ${level}`}>
                <td className="name">{productById.get(product_id)?.name ?? "Gone"}</td>
                <td>{level}</td>
                <td className="number">{priceText(productById.get(product_id)?.price_levels[level])}</td>
                <td className="number">{priceText(parseDollars(typed))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
