import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { FacetCount, ProductQuery } from "../../../worker/domain/catalog/index.ts";
import { facets, productsHref, sorts, valueLabel } from "./product-query.ts";
import { pages } from "../../../worker/contract/pages.ts";

type FiltersProps = { query: ProductQuery; counts: FacetCount[] };

/** A plain form: choosing works without script, and the address says what was chosen. */
export function ProductFilters({ query, counts }: FiltersProps) {
  const optionsOf = (name: string) =>
    counts
      .filter(({ facet }) => facet === name)
      .map((each) => [each.name, `${valueLabel(each.facet, each.name)} (${each.n})`] as const);
  return (
    <details className="filters">
      <summary>Filter and sort</summary>
      <form action={pages.products}>
        {query.search && <input type="hidden" name="search" value={query.search} />}
        {facets.map(({ name, label, any }) => (
          <SelectField
            key={name}
            name={name}
            label={label}
            defaultValue={query[name] ?? ""}
            options={withChosen([["", any], ...optionsOf(name)], query[name])}
          />
        ))}
        <SelectField name="sort" label="Sort by" defaultValue={query.sort} options={withChosen(sorts, query.sort)} />
        <button className="button quiet">Apply</button>
      </form>
    </details>
  );
}

type Options = readonly (readonly [value: string, label: string])[];

/** What is chosen stays in its list even when nothing fits it any more. */
const withChosen = (options: Options, value: string | undefined): Options =>
  !value || options.some(([each]) => each === value) ? options : [...options, [value, `${value} (0)`]];

/** What the list is narrowed by, each with a link that clears it. */
export function ActiveFilters({ query }: { query: ProductQuery }) {
  const named = [{ name: "search", label: "Search" } as const, ...facets];
  const active = named.flatMap(({ name, label }) => {
    const value = query[name];
    return value ? [{ name, label, text: valueLabel(name, value) }] : [];
  });
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, label, text }) => (
        <li key={name}>
          <a href={productsHref(query, { [name]: "" })} aria-label={`Clear ${label}: ${text}`}>
            <span>
              {label}: {text}
            </span>
            <b aria-hidden="true">×</b>
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a className="all" href={pages.products}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
