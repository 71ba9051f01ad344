import { pages } from "../../contract/pages.ts";
import type { LayoutData } from "./layout-data.ts";
import { ProblemFrame } from "./problem-frame.tsx";

/** The page for unknown paths, invalid links, and pages and records that are hidden from the viewer (O-075). */
export function NotFoundView({ main_web_url, layout }: { main_web_url: string; layout: LayoutData | undefined }) {
  if (layout?.is_console) return <ConsoleNotFound layout={layout} />;
  return (
    <ProblemFrame layout={layout} drawing="nothing">
      <h1>Page not found</h1>
      <p className="subtitle">
        {layout?.viewer
          ? "The address may be mistyped, the page may have moved, or it belongs to another organization."
          : "The address may be mistyped, or the page may have moved."}
      </p>
      <p className="actions">
        <a className="button" href={main_web_url}>
          Go to home
        </a>
        {layout && (
          <a className="button quiet" href={pages.products}>
            See products
          </a>
        )}
        {layout?.viewer && (
          <a className="button quiet" href={pages.orders}>
            All orders
          </a>
        )}
      </p>
    </ProblemFrame>
  );
}

/** Points to the audit log, too, which still lists deleted records. */
const ConsoleNotFound = ({ layout }: { layout: LayoutData }) => (
  <ProblemFrame layout={layout} drawing="nothing">
    <h1>Page not found</h1>
    <p className="subtitle">
      The address may be mistyped, or the record was deleted. Search above by number or name, or look in the audit log
      for deleted records.
    </p>
    <p className="actions">
      <a className="button" href={layout.admin_href}>
        Go to the overview
      </a>
      <a className="button quiet" href={pages.audit}>
        Audit log
      </a>
    </p>
  </ProblemFrame>
);
