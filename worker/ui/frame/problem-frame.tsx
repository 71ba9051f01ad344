import type { ReactNode } from "react";
import { pages } from "../../contract/pages.ts";
import { AccountLayout } from "./account-layout.tsx";
import { FlashMessage, type ShownFlash } from "../forms/flash-message.tsx";
import { type DrawingName, LineDrawing } from "../figures/line-drawing.tsx";
import { AppLayout } from "./app-layout.tsx";
import { ConsoleLayout } from "./console-layout.tsx";
import type { LayoutData } from "./layout-data.ts";

type ProblemFrameProps = {
  layout: LayoutData | undefined;
  drawing?: DrawingName;
  flash?: ShownFlash;
  children: ReactNode;
};

/**
 * With a `layout`, an error page has the frame of store and portal or of the console, so that search and menu remain
 * usable.
 */
export function ProblemFrame({ layout, drawing, flash = null, children }: ProblemFrameProps) {
  if (!layout)
    return (
      <AccountLayout home={pages.home} follows_system>
        {children}
      </AccountLayout>
    );
  const problem = drawing ? (
    <div className="empty problem-page">
      <LineDrawing name={drawing} />
      {children}
    </div>
  ) : (
    children
  );
  if (layout.is_console)
    return (
      <ConsoleLayout layout={{ ...layout, requests_waiting: 0, shop_time_zone: "UTC" }} area={undefined}>
        {problem}
      </ConsoleLayout>
    );
  return (
    <AppLayout layout={layout}>
      <FlashMessage flash={flash}>{problem}</FlashMessage>
    </AppLayout>
  );
}
