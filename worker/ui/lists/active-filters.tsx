import { useContext } from "react";
import { pageHref } from "../../contract/page-query.ts";
import { dateText, TimeZone, timeText } from "../date.tsx";
import { listFilterFields, filterLabel, type ListAddress, toText, valueLabel } from "./filter-labels.ts";

/** `value` is a day, or an instant if a link set the filter. */
const formatDay = (value: string, zone: string): string =>
  value.includes("T") ? timeText(value, zone) : value && dateText(`${value}T12:00Z`, "UTC");

export function ActiveFilters({ path, schema, query, labels = {}, choices, usual_query }: ListAddress) {
  const zone = useContext(TimeZone);
  const search = query.search ? [{ name: "search", text: `Search: ${toText(query.search)}` }] : [];
  const chosenFilters = listFilterFields(schema, choices).flatMap((field) => {
    const value = toText(query[field.name]);
    const word = field.kind === "date" ? formatDay(value, zone) : valueLabel(field, value, labels, choices);
    const text = `${filterLabel(field, labels)}: ${word}`;
    return value ? [{ name: field.name, text }] : [];
  });
  const activeFilters = [...search, ...chosenFilters];
  if (activeFilters.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {activeFilters.map(({ name, text }) => (
        <li key={name}>
          <a href={pageHref(path, schema, query, { [name]: "" }, usual_query)} aria-label={`Clear ${text}`}>
            <span>{text}</span>
            <b aria-hidden="true">×</b>
          </a>
        </li>
      ))}
      {activeFilters.length > 1 && (
        <li>
          <a className="all" href={path}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
