import type { FacetCount, ProductQuery } from "../../../worker/domain/catalog/index.ts";
import { buildChoices, type ProductChoices } from "./product-query.ts";

/** Every choice is a link, so that it applies at once, also without script. */
export function ProductFilters({ query, counts }: { query: ProductQuery; counts: FacetCount[] }) {
  return (
    <details className="filters">
      <summary>Filter and sort</summary>
      <div className="facets">
        {buildChoices(query, counts).map((group) => (
          <ChoiceGroup key={group.label} {...group} />
        ))}
      </div>
    </details>
  );
}

const ChoiceGroup = ({ label, choices }: ProductChoices) => (
  <nav aria-label={label}>
    <b aria-hidden="true">{label}</b>
    <ul>
      {choices.map(({ text, count, href, is_chosen }) => (
        <li key={text}>
          <a href={href} rel="nofollow" aria-current={is_chosen ? "true" : undefined}>
            <span>{text}</span> {count !== undefined && <small>{count}</small>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
