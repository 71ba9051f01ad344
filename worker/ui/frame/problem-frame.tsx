import type { ReactNode } from "react";
import { pages } from "../../contract/pages.ts";
import { AccountLayout } from "./account-layout.tsx";
import { AppLayout } from "./app-layout.tsx";
import type { LayoutData } from "./layout-data.ts";

/** Around what cannot be shown: the frame of store and portal where the page belongs there, so that search and menu stay. */
export function ProblemFrame({ layout, children }: { layout: LayoutData | undefined; children: ReactNode }) {
  if (!layout) return <AccountLayout home={pages.home}>{children}</AccountLayout>;
  return (
    <AppLayout layout={layout}>
      <div className="outcome">{children}</div>
    </AppLayout>
  );
}
