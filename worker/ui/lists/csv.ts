import type { Column } from "./table.tsx";

/** The columns that stand in the file: those that say what they say there. */
export const csvColumns = <Row>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []));
