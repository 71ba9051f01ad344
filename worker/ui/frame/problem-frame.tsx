import type { ReactNode } from "react";
import { pages } from "../../contract/pages.ts";
import { AccountLayout } from "./account-layout.tsx";
import { AppLayout } from "./app-layout.tsx";
import { ConsoleLayout } from "./console-layout.tsx";
import type { LayoutData } from "./layout-data.ts";

/** Store, portal and console keep their frame, so that search and menu stay. */
export function ProblemFrame({ layout, children }: { layout: LayoutData | undefined; children: ReactNode }) {
  if (!layout)
    return (
      <AccountLayout home={pages.home} follows_system>
        {children}
      </AccountLayout>
    );
  if (layout.is_console)
    return (
      <ConsoleLayout layout={{ ...layout, requests_waiting: 0, shop_time_zone: "UTC" }} area={undefined}>
        <div className="outcome">{children}</div>
      </ConsoleLayout>
    );
  return (
    <AppLayout layout={layout}>
      <div className="outcome">{children}</div>
    </AppLayout>
  );
}
