import { Fragment, isValidElement, type ReactNode } from "react";
import { useDayZone } from "../date.tsx";
import { withBreaks } from "../parts/breakable.tsx";
import type { RowResult } from "./bulk-bar.tsx";

/** The first column names the row; on phones a row has two lines. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Sort field of the contract. */
  sort?: string;
  /** Right-aligned; on phones at the end of the first line. */
  is_number?: true;
  /** Start or end of the second line on phones. */
  on_phones?: "note" | "state" | "hidden";
  /** Only from 1024 px, in the console from 1280 px, for tables with more than six columns. */
  is_extra?: true;
  /** Buttons and links, which are not printed. */
  is_actions?: true;
  /** Only in the CSV file, not in the table. */
  is_csv_only?: true;
  /** Value in the CSV file; columns without `csv` are not in the file. */
  csv?: (row: Row) => string | number | boolean | null;
};
type TableProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  id: (row: Row) => string;
  href?: ((row: Row) => string | undefined) | undefined;
  sort?: { by: string; href: (sort: string) => string } | undefined;
  /** Accessible name of the row's checkbox; undefined for a row that cannot be selected. */
  select?: ((row: Row) => string | undefined) | undefined;
  /** By default, the rows of a refused action are selected. */
  is_selected?: ((row: Row) => boolean) | undefined;
  result?: ((row: Row) => RowResult | undefined) | undefined;
  /** Heading of the row's group; `timeZone` is the zone of dates without a time. */
  group?: ((row: Row, timeZone: string) => string) | undefined;
};

export function Table<Row>({
  columns: allColumns,
  rows,
  id,
  href,
  sort,
  select,
  is_selected,
  result,
  group,
}: TableProps<Row>) {
  const timeZone = useDayZone();
  const columns = allColumns.filter(({ is_csv_only }) => !is_csv_only);
  return (
    <table className={select ? "table selectable" : "table"}>
      <thead>
        <tr>
          {select && (
            <th scope="col" className="box">
              <span className="unseen">Select</span>
              {/* shown by the list script */}
              <input type="checkbox" aria-label="Select all rows" hidden />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.label} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      {groupRows(rows, (row) => group?.(row, timeZone)).map(([name, members]) => (
        <tbody key={name ?? ""}>
          {name !== undefined && (
            <tr className="group">
              <th scope="rowgroup" colSpan={columns.length + (select ? 1 : 0)}>
                {name}
              </th>
            </tr>
          )}
          {members.map((row) => (
            <TableRow
              key={id(row)}
              row={row}
              id={id(row)}
              href={href?.(row)}
              columns={columns}
              select={select}
              is_selected={is_selected}
              result={result}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Rows with the same name form one group only if they are adjacent. */
function groupRows<Row>(rows: readonly Row[], nameOf: (row: Row) => string | undefined) {
  const groups: [name: string | undefined, members: Row[]][] = [];
  for (const row of rows) {
    const name = nameOf(row);
    const last = groups.at(-1);
    if (last && last[0] === name) last[1].push(row);
    else groups.push([name, [row]]);
  }
  return groups;
}

type TableRowProps<Row> = Pick<TableProps<Row>, "columns" | "select" | "is_selected" | "result"> & {
  row: Row;
  id: string;
  href: string | undefined;
};

function TableRow<Row>({ row, id, href, columns, select, is_selected: isSelected, result }: TableRowProps<Row>) {
  const name = select?.(row);
  const outcome = result?.(row);
  return (
    <tr className={href && "linked"}>
      {select && (
        <td className="box">
          {name !== undefined && (
            <>
              <input
                type="checkbox"
                name="id"
                value={id}
                aria-label={`Select ${name}`}
                defaultChecked={isSelected ? isSelected(row) : outcome !== undefined}
              />
              <input type="hidden" name={`name.${id}`} value={name} />
            </>
          )}
        </td>
      )}
      {columns.map((column, index) => {
        const cell = column.cell(row);
        const text = toText(cell);
        const isShort = text !== "" && text.length <= shortMax;
        const content =
          index === 0 && href ? (
            <a href={href} className={isNumber(cell) ? "whole" : undefined}>
              {withBreaks(cell)}
            </a>
          ) : (
            withBreaks(cell)
          );
        return (
          <td key={column.label} className={isShort ? `${cellClass(column, index)} whole` : cellClass(column, index)}>
            {column.is_number ? content : <TwoLines text={text}>{content}</TwoLines>}
            {index === 0 && <ResultText result={outcome} />}
          </td>
        );
      })}
    </tr>
  );
}

/**
 * Number of letters that fit into one line in wide windows: from 1024 px on, a column with longer text is at least this
 * wide (table.css).
 */
const shortMax = 12;

/** Content ends in an ellipsis after two lines; text that may be cut is also the title. */
const TwoLines = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="lines" title={text.length > shortMax ? text : undefined}>
    {children}
  </div>
);

/** The text of elements; components such as badges and dates count as empty. */
function toText(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(toText).join("");
  if (!isValidElement<{ children?: ReactNode }>(node)) return "";
  return typeof node.type === "string" || node.type === Fragment ? toText(node.props.children) : "";
}

/** Short numbers such as `O00000123` never wrap. */
const isNumber = (cell: ReactNode): boolean => typeof cell === "string" && /^(?=.*\d)\S{1,14}$/.test(cell);

function ResultText({ result }: { result: RowResult | undefined }) {
  if (!result?.text) return null;
  return <small className={result.is_refused ? "result refused" : "result"}>{result.text}</small>;
}

function cellClass({ is_number, is_extra, is_actions, on_phones }: Column<never>, index: number): string {
  if (is_actions) return "at-state off-paper";
  if (is_extra) return is_number ? "number at-extra" : "at-extra";
  if (index === 0) return "name";
  if (is_number) return on_phones === "hidden" ? "number at-hidden" : "number";
  return `at-${on_phones ?? (index === 1 ? "note" : "state")}`;
}

type HeadProps = { column: Column<never>; sort: TableProps<never>["sort"] };

function HeaderCell({ column: { label, sort: field, is_number, is_extra, is_actions, on_phones }, sort }: HeadProps) {
  const place = is_extra ? "at-extra" : on_phones === "hidden" && "at-hidden";
  const className = [is_number && "number", is_actions && "off-paper", place].filter(Boolean).join(" ") || undefined;
  const shared = { scope: "col", className } as const;
  if (!sort || !field) return <th {...shared}>{label}</th>;
  const isUp = sort.by === field;
  const isDown = sort.by === `-${field}`;
  return (
    <th {...shared} aria-sort={isUp ? "ascending" : isDown ? "descending" : undefined}>
      <a href={sort.href(isUp ? `-${field}` : field)}>
        {label}
        {(isUp || isDown) && <span aria-hidden="true">{isUp ? "↑" : "↓"}</span>}
      </a>
    </th>
  );
}
