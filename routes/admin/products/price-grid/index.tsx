import * as z from "zod/mini";
import { CheckboxList } from "../../../../islands/ui/fields/checkbox-list.tsx";
import { dollarsText, parseDollars } from "../../../../worker/contract/buying/dollars.ts";
import { BadRequest } from "../../../../worker/contract/errors.ts";
import { freeText, isUuid } from "../../../../worker/contract/fields.ts";
import { pageHref, defaultPageSize } from "../../../../worker/contract/page-query.ts";
import { pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/product-prices.ts";
import { listAdminProducts as listContract } from "../../../../worker/contract/v1/admin/products.ts";
import {
  basePriceLevel,
  listAdminCategories,
  listPricedProducts,
  listPriceLevels,
  schedulePrices,
  updateProductPrices,
} from "../../../../worker/domain/catalog/index.ts";
import type { ReadCtx } from "../../../../worker/domain/context.ts";
import type { AppContext, Route } from "../../../../worker/http/app-env.ts";
import type { Flash, TypedInput } from "../../../../worker/http/flash.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { Redirect } from "../../../../worker/http/page-spec.ts";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../../worker/ui/lists/empty-state.tsx";
import { ActiveFilters } from "../../../../worker/ui/lists/active-filters.tsx";
import { ListFilters } from "../../../../worker/ui/lists/list-filters.tsx";
import { Paging } from "../../../../worker/ui/lists/paging.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { typeLabels } from "../labels.ts";
import { parseStart } from "../scheduled-prices.tsx";
import { PriceGrid } from "./grid.tsx";
import {
  cellText,
  isChanged,
  isPriceText,
  isReviewed,
  subtractPercent,
  parseCells,
  unreviewedMax,
} from "./grid-values.ts";

/** `levels` are the comma-separated ids of the displayed price levels. */
const query = z.extend(listContract.query, { levels: z.optional(freeText(1024, "Price levels")) });
type Query = z.output<typeof query>;
/** Price levels that are shown by default, as many as fit a wide screen. */
const levelsMax = 6;
const formBytesMax = 256 * 1024;
const path = pages.productPrices;
const labels = {
  search: "Name, SKU or description",
  without: ["levels"],
  filters: {
    category: { any: "Every category" },
    type: { any: "Every type", values: typeLabels },
    is_active: { any: "Active or not" },
    is_archived: { any: "Archived or not" },
    is_published: { any: "Published or not" },
  },
};

type LoadInput = { ctx: ReadCtx; query: Query; typed: URLSearchParams; url: URL };

/** Products of the submitted form are included, because the filter may exclude them by now. */
async function load({ ctx, query: filters, typed, url }: LoadInput) {
  const chosen = url.searchParams.getAll("level").filter(isUuid);
  if (chosen.length > 0) throw new Redirect(pageHref(path, query, { ...filters, levels: chosen.join(",") }));
  const ids = [...typed].flatMap(([name, value]) => (name.startsWith("p.") && isUuid(value) ? [value] : []));
  const pageFilters = ids.length > 0 ? { ...filters, ids, offset: 0, limit: ids.length } : filters;
  const [products, { data: all }, { data: categories }] = await Promise.all([
    listPricedProducts(ctx, pageFilters),
    listPriceLevels(ctx),
    listAdminCategories(ctx),
  ]);
  const levelIds = filters.levels?.split(",") ?? [];
  const chosenLevels = all.filter(({ id }) => levelIds.includes(id));
  const levels = chosenLevels.length > 0 ? chosenLevels : all.slice(0, levelsMax);
  return { products, all, levels, categories, typed };
}
type GridData = Awaited<ReturnType<typeof load>>;

const pageSpec = {
  access: "prices:act",
  layout: consoleLayout,
  section: "Products",
  query,
  page_size: defaultPageSize,
  head: () => ({ title: "Edit prices · Console · CrunchBox", no_store: true }),
} as const;

const gridPage = page({
  ...pageSpec,
  path,
  load,
  view: (loaded, { query: filters, flash }) => <Screen loaded={loaded} filters={filters} flash={flash} />,
});

type ScreenProps = { loaded: GridData; filters: Query; flash: Pick<Flash, "typed"> | null };

function Screen({ loaded, filters, flash }: ScreenProps) {
  const { data, meta } = loaded.products;
  const listProps = { path, schema: query, query: filters, labels };
  const choices = { category: loaded.categories.map((name) => [name, name] as const) };
  const pageQuery = { page: meta.offset > 0 ? Math.floor(meta.offset / meta.limit) + 1 : "" };
  const isRejected = flash?.typed !== undefined;
  return (
    <>
      <PageHeader
        trail={[["Products", pages.adminProducts]]}
        title="Edit prices"
        subtitle="Type prices in dollars; arrow keys and Enter move between the fields. All of them are saved, or none."
      />
      <ListFilters {...listProps} choices={choices} />
      <ActiveFilters {...listProps} choices={choices} />
      <LevelForm loaded={loaded} filters={filters} />
      {data.length === 0 ? (
        <EmptyState>No product matches these filters.</EmptyState>
      ) : (
        <PriceGrid
          products={data}
          levels={loaded.levels.map(({ name }) => name)}
          save_href={pageHref(path, query, filters, pageQuery)}
          fill_href={pageHref(pages.fillProductPrices, query, filters, pageQuery)}
          typed={flash?.typed}
        />
      )}
      {!isRejected && (
        <Paging
          meta={meta}
          what="products"
          href={(number) => pageHref(path, query, filters, { page: number })}
          sizeHref={(limit) => pageHref(path, query, filters, { limit })}
        />
      )}
    </>
  );
}

function LevelForm({ loaded: { all, levels }, filters }: Pick<ScreenProps, "loaded" | "filters">) {
  if (all.length < 2) return null;
  const otherFilters = new URL(pageHref(path, query, { ...filters, levels: undefined }), "https://list.invalid")
    .searchParams;
  return (
    <details>
      <summary>{`Levels: ${levels.map(({ name }) => name).join(", ")}`}</summary>
      <form action={path} className="form-layout">
        {[...otherFilters].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <CheckboxList
          name="level"
          label="Levels to show"
          chosen={levels.map(({ id }) => id)}
          options={all.map(({ id, name }) => [id, name] as const)}
        />
        <button className="button quiet">Show these levels</button>
      </form>
    </details>
  );
}

/**
 * Adds the changed prices under the API's field names. @throws BadRequest for invalid amounts, and for more than
 * `unreviewedMax` changes without a review
 */
function addPrices(sentFields: URLSearchParams, c: AppContext): void {
  const changedCells = parseCells(sentFields).filter(isChanged);
  const invalidCells = changedCells.filter(({ typed: text }) => !isPriceText(text));
  if (invalidCells.length > 0)
    throw new BadRequest(
      invalidCells.map(({ field, typed: text }) => ({
        code: "custom",
        path: ["c", ...field],
        message: `“${text}” is no amount. Type dollars from 0 to 999,999.99, as 12.50.`,
      })),
    );
  if (changedCells.length > unreviewedMax && !changedCells.every(isReviewed)) {
    const message = `Nothing is saved yet. ${changedCells.length} prices would change: check them, then save them.`;
    throw new BadRequest([{ code: "custom", path: ["reviewed"], message }]);
  }
  if (sentFields.get("day") || sentFields.get("time")) sentFields.set("starts_at", parseStart(sentFields, c));
  for (const [place, cell] of changedCells.entries()) {
    const cents = parseDollars(cell.typed);
    const { product_id, level, updated_at } = cell;
    const fields = { product_id, level, updated_at, price: cents === undefined ? "" : String(cents) };
    for (const [name, value] of Object.entries(fields)) sentFields.set(`prices.${place}.${name}`, value);
  }
}

const { access, body_bytes_max } = contract.updateProductPrices;
const body = z.extend(contract.updateProductPrices.body, { starts_at: z.optional(z.string()) });
const gridHref = (c: AppContext) => path + new URL(c.req.url).search;

const saveForm = formPost({ access, call: "PUT /v1/admin/product-prices", body, body_bytes_max } as const, {
  path,
  page: gridPage,
  complete: async (typed, c) => addPrices(typed, c),
  async send(ctx, { body: { prices, starts_at } }) {
    if (starts_at === undefined) return { ...(await updateProductPrices(ctx, prices)).meta, isLater: false };
    const scheduled = await schedulePrices(
      ctx,
      prices.map(({ product_id, level, price }) => ({ product_id, level, price, starts_at })),
    );
    return { count: scheduled.length, isLater: true };
  },
  back: (_result, c) => gridHref(c),
  done: ({ count, isLater }) =>
    isLater
      ? `${count === 1 ? "1 price is" : `${count} prices are`} scheduled.`
      : `The prices of ${count === 1 ? "1 product" : `${count} products`} are saved.`,
});

function fillColumn(gridData: GridData): TypedInput {
  const typed = new URLSearchParams(gridData.typed);
  const [level, percent] = [typed.get("fill_level") ?? "", typed.get("fill_percent") ?? ""];
  const errors: TypedInput["errors"] = {};
  if (subtractPercent(0, percent) === undefined) errors["fill_percent"] = "Type a percentage from 0 to 100, as 12.5.";
  const cells = parseCells(typed);
  for (const cell of cells.filter((each) => each.level === level && errors["fill_percent"] === undefined)) {
    const typedBase = cells.find((each) => each.product_id === cell.product_id && each.level === basePriceLevel)?.typed;
    const product = gridData.products.data.find(({ id }) => id === cell.product_id);
    const base = parseDollars(typedBase ?? (product ? cellText(product, basePriceLevel) : ""));
    const price = base === undefined ? undefined : subtractPercent(base, percent);
    if (price !== undefined) typed.set(`c.${cell.field.join(".")}`, dollarsText(price));
  }
  return { values: Object.fromEntries([...typed].map(([name, value]) => [name, [value]])), errors };
}

const filledPage = page({
  ...pageSpec,
  path: pages.fillProductPrices,
  method: "POST",
  form_bytes_max: formBytesMax,
  load,
  view: (loaded, { query: filters }) => (
    <Screen loaded={loaded} filters={filters} flash={{ typed: fillColumn(loaded) }} />
  ),
});

export const priceGrid: Route[] = [gridPage, saveForm, filledPage];
