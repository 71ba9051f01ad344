import { pages } from "../worker/contract/pages.ts";
import type { Layout } from "../worker/http/page.ts";
import { AppLayout, type AppSection } from "../worker/ui/app-layout.tsx";
import { ConsoleLayout, type ConsoleSection } from "../worker/ui/console-layout.tsx";
import { type Frame, loadFrame } from "./store/frame.ts";

/** What was searched for among the products. */
const searchOf = ({ pathname, searchParams }: URL) =>
  pathname === pages.products ? searchParams.get("search")?.trim() : undefined;

/** Around the pages of store and portal. */
export const appLayout: Layout<Frame, AppSection> = {
  load: loadFrame,
  view: ({ layout, section, url, children }) => (
    <AppLayout frame={layout} area={section} search={searchOf(url)}>
      {children}
    </AppLayout>
  ),
};

/** Around the pages for administrators. */
export const consoleLayout: Layout<Frame, ConsoleSection> = {
  load: loadFrame,
  view: ({ layout, section, children }) => (
    <ConsoleLayout frame={layout} area={section}>
      {children}
    </ConsoleLayout>
  ),
};
