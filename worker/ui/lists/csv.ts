import type { Column } from "./table.tsx";

export const csvColumns = <Row>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []));
