import { useContext } from "react";
import type * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { chosenRows, defaultsOf, pageHref } from "../../contract/page-query.ts";
import { FilterScript } from "../island.tsx";
import { dateText, TimeZone, timeText } from "../date.tsx";
import { DatePresets, rangesOf } from "./date-presets.tsx";
import { type QueryField, queryFields, humanize } from "./query-fields.ts";

/** Labels that differ from those derived from the contract. */
export type FilterLabels = {
  search?: string;
  /** Filters that search or views cover; links may still set them. */
  without?: readonly string[];
  /** By filter name: label, text for "all", value labels, or the values of a text filter. */
  filters?: Record<string, { label?: string; any?: string; values?: Record<string, string>; options?: Options }>;
  sorts?: Options;
};
export type Choices = Readonly<Record<string, Options>>;
type Options = readonly (readonly [value: string, label: string])[];
export type Query = Readonly<Record<string, unknown>>;
export type ListAddress = {
  path: string;
  schema: z.ZodMiniType;
  query: Query;
  labels?: FilterLabels | undefined;
  /** By id filter; without options a filter is only set by links. */
  choices?: Choices | undefined;
  usual_query?: Query;
  /** Labels of sortable columns by their field; on phones, where a table has no head, they are a filter. */
  sorts?: Options;
  /** Rows show times in the viewer's zone, so date filters are days of that zone (ADR-070). */
  has_times?: true | undefined;
};

/** Plain GET form; with script a filter applies when it changes. All filters except the search are behind a button, so that rows come first. */
type ListFiltersProps = ListAddress & { files?: readonly { label: string; href: string }[] };

export function ListFilters({ files = [], ...address }: ListFiltersProps) {
  const { path, query, schema, labels = {}, choices, sorts = [] } = address;
  const isMore = drawnOf(schema, labels, choices).length > 0;
  return (
    <form className="toolbar" action={path} autoComplete="off">
      <Field
        name="search"
        label={labels.search ?? "Search"}
        placeholder={labels.search ?? "Search"}
        type="search"
        defaultValue={textOf(query.search)}
        maxLength={256}
      />
      {isMore ? (
        <>
          <FilterScript />
          <button type="button" className="button quiet filters-button" popoverTarget="filters">
            <span>Add filter{sorts.length > 0 && <span className="or-sort"> or sort</span>}</span>
          </button>
          <div id="filters" popover="auto" className="filters" role="group" aria-label="Filters">
            {rangesOf(drawnOf(schema, labels, choices)).map((range) => (
              <DatePresets key={range.from} range={range} {...address} />
            ))}
            <FilterFields {...address} />
          </div>
        </>
      ) : (
        <FilterFields {...address} />
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
  const fields = drawnOf(schema, labels, choices);
  const isHidden = (name: string) => name.endsWith("_id") || labels.without?.includes(name);
  const hiddenEntries = Object.entries(query).filter(
    ([name, value]) => isHidden(name) && value !== undefined && !fields.some((field) => field.name === name),
  );
  const { sort } = query;
  const usual = usual_query?.sort ?? usualSort(schema);
  const rows = chosenRows(query);
  return (
    <>
      {rows !== undefined && <input type="hidden" name="rows" value={rows} />}
      {hiddenEntries.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {fields.map((field) => (
        <Filter
          key={field.name}
          field={field}
          value={textOf(query[field.name])}
          labels={labels}
          choices={choices?.[field.name]}
        />
      ))}
      {labels.sorts ? (
        <SelectField
          name="sort"
          label="Sort by"
          defaultValue={textOf(sort)}
          options={withChosen(labels.sorts, textOf(sort))}
        />
      ) : sorts.length > 0 ? (
        <div className="phone-sort">
          <SelectField
            name="sort"
            label="Sort by"
            defaultValue={sort === usual ? "" : textOf(sort)}
            options={withChosen(sortOptions(sorts, usual), sort === usual ? "" : textOf(sort), textOf(sort))}
          />
        </div>
      ) : (
        sort !== undefined && sort !== usual && <input type="hidden" name="sort" value={textOf(sort)} />
      )}
      <button className="button quiet">Apply</button>
    </>
  );
}

/** The usual order is left out of addresses. */
const sortOptions = (sorts: Options, usual: unknown): Options => {
  const all = sorts.flatMap(([field, label]) => [
    [field, `${label}, ascending`] as const,
    [`-${field}`, `${label}, descending`] as const,
  ]);
  const first = all.find(([value]) => value === usual);
  return [["", first?.[1] ?? "Usual order"], ...all.filter((each) => each !== first)];
};

const fieldsOf = (schema: z.ZodMiniType, choices: Choices = {}): QueryField[] =>
  queryFields(schema).filter(({ name, kind }) => kind !== "id" || name in choices);

const drawnOf = (schema: z.ZodMiniType, labels: FilterLabels, choices?: Choices): QueryField[] =>
  fieldsOf(schema, choices).filter(({ name }) => !labels.without?.includes(name));

const withChosen = (options: Options, value: string, label = `${value} (0)`): Options =>
  !value || options.some(([each]) => each === value) ? options : [...options, [value, label]];

const notHere = "One that is not here";
const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const labelOf = ({ name, label }: QueryField, labels: FilterLabels) => labels.filters?.[name]?.label ?? label;

type FilterProps = { field: QueryField; value: string; labels: FilterLabels; choices: Options | undefined };

function Filter({ field, value, labels, choices }: FilterProps) {
  const { name } = field;
  const own = labels.filters?.[name];
  const shared = { name, label: labelOf(field, labels), defaultValue: value };
  const all = ["", own?.any ?? "All"] as const;
  const choiceOptions = own?.options ?? choices;
  const label = field.kind === "id" ? notHere : undefined;
  if (choiceOptions) return <SelectField {...shared} options={withChosen([all, ...choiceOptions], value, label)} />;
  if (field.kind === "date") return <Field {...shared} type="date" />;
  if (field.kind === "text") return <Field {...shared} type="search" maxLength={field.max} />;
  const values = field.kind === "flag" ? ["true", "false"] : field.kind === "choice" ? field.values : [];
  const options = values.map((each) => [each, valueLabel(field, each, labels)] as const);
  return <SelectField {...shared} options={[all, ...options]} />;
}

function valueLabel({ name, kind }: QueryField, value: string, labels: FilterLabels, choices: Choices = {}): string {
  const offered = labels.filters?.[name]?.options ?? choices[name];
  const word = offered?.find(([each]) => each === value)?.[1];
  if (word !== undefined) return word;
  if (kind === "id") return notHere;
  if (kind === "flag") return labels.filters?.[name]?.values?.[value] ?? (value === "true" ? "Yes" : "No");
  return labels.filters?.[name]?.values?.[value] ?? (kind === "choice" ? humanize(value) : value);
}

/** An instant comes only from a link. */
const dayText = (value: string, zone: string): string =>
  value.includes("T") ? timeText(value, zone) : value && dateText(`${value}T12:00Z`, "UTC");

const usualSort = (schema: z.ZodMiniType): unknown => defaultsOf(schema).sort;

export function ActiveFilters({ path, schema, query, labels = {}, choices, usual_query }: ListAddress) {
  const zone = useContext(TimeZone);
  const search = query.search ? [{ name: "search", text: `Search: ${textOf(query.search)}` }] : [];
  const chosen = fieldsOf(schema, choices).flatMap((field) => {
    const value = textOf(query[field.name]);
    const word = field.kind === "date" ? dayText(value, zone) : valueLabel(field, value, labels, choices);
    const text = `${labelOf(field, labels)}: ${word}`;
    return value ? [{ name: field.name, text }] : [];
  });
  const active = [...search, ...chosen];
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, text }) => (
        <li key={name}>
          <a href={pageHref(path, schema, query, { [name]: "" }, usual_query)} aria-label={`Clear ${text}`}>
            <span>{text}</span>
            <b aria-hidden="true">×</b>
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a className="all" href={path}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}

export const isNarrowed = (schema: z.ZodMiniType, query: Query): boolean =>
  [...queryFields(schema).map(({ name }) => name), "search"].some((name) => textOf(query[name]) !== "");
