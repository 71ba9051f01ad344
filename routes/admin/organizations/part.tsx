import { useContext } from "react";
import { can, type StaffPermission } from "../../../worker/contract/people/permissions.ts";
import { ConsoleViewer } from "../../../worker/ui/access.tsx";
import { Table, type Column } from "../../../worker/ui/lists/table.tsx";

type RelatedListProps<Row> = {
  title: string;
  noun: readonly [one: string, many: string];
  page: { data: readonly Row[]; meta: { count: number } };
  columns: readonly Column<Row>[];
  id: (row: Row) => string;
  href?: (row: Row) => string;
  all?: string;
  more?: readonly (readonly [label: string, href: string, access: StaffPermission])[];
};

export const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`;

export function RelatedList<Row>({
  title,
  noun: [one, many],
  page,
  columns,
  id,
  href,
  all,
  more = [],
}: RelatedListProps<Row>) {
  const { data, meta } = page;
  const viewer = useContext(ConsoleViewer);
  const links = [
    ...(all && meta.count > data.length ? [[`All ${countText(meta.count, one, many)}`, all] as const] : []),
    ...more.filter(([, , access]) => can(viewer, access)),
  ];
  return (
    <section aria-label={title} id={title.toLowerCase()}>
      <h2>
        {title} {meta.count > 0 && <small>{meta.count.toLocaleString("en-US")}</small>}
      </h2>
      {data.length === 0 ? (
        <p className="small">No {many} yet.</p>
      ) : (
        <Table columns={columns} rows={data} id={id} href={href} />
      )}
      {links.length > 0 && (
        <p className="links">
          {links.map(([label, to]) => (
            <a key={label} href={to}>
              {label}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}
