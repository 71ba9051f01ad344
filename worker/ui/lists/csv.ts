import type { Column } from "./table.tsx";

/** Columns of the CSV file: those with a `csv` value. */
export const csvColumns = <Row>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []));
