import type * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { chosenRows, findDefaults } from "../../contract/page-query.ts";
import { FilterScript } from "../island.tsx";
import { DatePresets, findDateRanges } from "./date-presets.tsx";
import {
  type Choices,
  listFilterFields,
  type FilterLabels,
  filterLabel,
  type ListAddress,
  missingOptionLabel,
  type Options,
  toText,
  valueLabel,
} from "./filter-labels.ts";
import type { QueryField } from "./query-fields.ts";

type ListFiltersProps = ListAddress & { files?: readonly { label: string; href: string }[] };

/**
 * Filters of a list, a plain GET form; with script a filter applies when it changes. All filters except the search are
 * behind a button, so that rows come first. Without filters, the button is for the sort order on phones.
 */
export function ListFilters({ files = [], ...address }: ListFiltersProps) {
  const { path, query, schema, labels = {}, choices, sorts = [] } = address;
  const hasFilters = listVisibleFields(schema, labels, choices).length > 0;
  const hasSort = sorts.length > 0;
  return (
    <form className="toolbar" action={path} autoComplete="off">
      <Field
        name="search"
        label={labels.search ?? "Search"}
        placeholder={labels.search ?? "Search"}
        type="search"
        defaultValue={toText(query.search)}
        maxLength={256}
      />
      {hasFilters || hasSort ? (
        <>
          <FilterScript />
          <button
            type="button"
            className={`button quiet filters-button${hasFilters ? "" : " phone-sort"}`}
            popoverTarget="filters"
          >
            {hasFilters ? <span>Add filter{hasSort && <span className="or-sort"> or sort</span>}</span> : "Sort"}
          </button>
          <div
            id="filters"
            popover="auto"
            className="filters"
            role="group"
            aria-label={hasFilters ? "Filters" : "Sort"}
          >
            {findDateRanges(listVisibleFields(schema, labels, choices)).map((range) => (
              <DatePresets key={range.from} range={range} {...address} />
            ))}
            <FilterFields {...address} />
          </div>
        </>
      ) : (
        <HiddenFields {...address} />
      )}
      {files.length > 0 && (
        <>
          <button type="button" className="button quiet export-button" popoverTarget="export">
            Export
          </button>
          <div id="export" popover="auto" className="menu-panel export" role="group" aria-label="Export">
            {files.map(({ label, href }) => (
              <a key={href} href={href} download>
                {label}
              </a>
            ))}
          </div>
        </>
      )}
    </form>
  );
}

export function FilterFields({
  schema,
  query,
  labels = {},
  choices,
  usual_query,
  sorts = [],
}: Omit<ListAddress, "path">) {
  const { sort } = query;
  const defaultSort = usual_query?.sort ?? findDefaultSort(schema);
  return (
    <>
      <HiddenFields
        schema={schema}
        query={query}
        labels={labels}
        choices={choices}
        usual_query={usual_query}
        sorts={sorts}
      />
      {listVisibleFields(schema, labels, choices).map((field) => (
        <Filter
          key={field.name}
          field={field}
          value={toText(query[field.name])}
          labels={labels}
          choices={choices?.[field.name]}
        />
      ))}
      {sorts.length > 0 && (
        <div className="phone-sort">
          <SelectField
            name="sort"
            label="Sort by"
            defaultValue={sort === defaultSort ? "" : toText(sort)}
            options={includeValue(
              sortOptions(sorts, defaultSort),
              sort === defaultSort ? "" : toText(sort),
              toText(sort),
            )}
          />
        </div>
      )}
      <button className="button quiet">Apply</button>
    </>
  );
}

/** Values that no field shows: page size, order of a list without a sort field, and filters set by links. */
function HiddenFields({ schema, query, labels = {}, choices, usual_query, sorts = [] }: Omit<ListAddress, "path">) {
  const fields = listVisibleFields(schema, labels, choices);
  const isHidden = (name: string) => name.endsWith("_id") || labels.without?.includes(name);
  const hiddenEntries = Object.entries(query).filter(
    ([name, value]) => isHidden(name) && value !== undefined && !fields.some((field) => field.name === name),
  );
  const { sort } = query;
  const isSorted = sort !== undefined && sort !== (usual_query?.sort ?? findDefaultSort(schema));
  const rows = chosenRows(query);
  return (
    <>
      {rows !== undefined && <input type="hidden" name="rows" value={rows} />}
      {sorts.length === 0 && isSorted && <input type="hidden" name="sort" value={toText(sort)} />}
      {hiddenEntries.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

/** Options for the sort order; the value of the default order is empty, so that URLs omit it. */
const sortOptions = (sorts: Options, usual: unknown): Options => {
  const all = sorts.flatMap(([field, label]) => [
    [field, `${label}, ascending`] as const,
    [`-${field}`, `${label}, descending`] as const,
  ]);
  const first = all.find(([value]) => value === usual);
  return [["", first?.[1] ?? "Usual order"], ...all.filter((each) => each !== first)];
};

const listVisibleFields = (schema: z.ZodMiniType, labels: FilterLabels, choices?: Choices): QueryField[] =>
  listFilterFields(schema, choices).filter(({ name }) => !labels.without?.includes(name));

const includeValue = (options: Options, value: string, label = `${value} (0)`): Options =>
  !value || options.some(([each]) => each === value) ? options : [...options, [value, label]];

type FilterProps = { field: QueryField; value: string; labels: FilterLabels; choices: Options | undefined };

function Filter({ field, value, labels, choices }: FilterProps) {
  const { name } = field;
  const customLabels = labels.filters?.[name];
  const fieldProps = { name, label: filterLabel(field, labels), defaultValue: value };
  const allOption = ["", customLabels?.any ?? "All"] as const;
  const choiceOptions = customLabels?.options ?? choices;
  const label = field.kind === "id" ? missingOptionLabel : undefined;
  if (choiceOptions)
    return <SelectField {...fieldProps} options={includeValue([allOption, ...choiceOptions], value, label)} />;
  if (field.kind === "date") return <Field {...fieldProps} type="date" />;
  if (field.kind === "text") return <Field {...fieldProps} type="search" maxLength={field.max} />;
  const values = field.kind === "flag" ? ["true", "false"] : field.kind === "choice" ? field.values : [];
  const options = values.map((each) => [each, valueLabel(field, each, labels)] as const);
  return <SelectField {...fieldProps} options={[allOption, ...options]} />;
}

const findDefaultSort = (schema: z.ZodMiniType): unknown => findDefaults(schema).sort;
