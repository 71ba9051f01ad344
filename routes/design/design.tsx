import { page } from "../../worker/http/page.ts";
import { AppLayout } from "../../worker/ui/frame/app-layout.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Controls, Dialogs, Fields, Marks, ConflictPart } from "./components.tsx";
import { frame } from "./example-data.ts";
import { Layouts } from "./layouts.tsx";
import { ChecklistPart, FiltersPart, FrameParts, MethodsPart, PalettePart, SmallParts } from "./parts.tsx";
import { Lists } from "./lists.tsx";
import { Figures } from "./figures.tsx";

/** Components in their states, for the screenshots of `npm run test:visual`. */
export const design = page({
  path: "/design",
  access: "public",
  head: () => ({ title: "Design · CrunchBox" }),
  view: () => (
    <AppLayout layout={frame} area="Orders" search="spectra">
      <PageHeader
        title="Design"
        trail={[["Start", "#start"]]}
        note="every component in every state"
        subtitle="Light and dark follow the system. Nothing here is real, and this page is never deployed."
        parts={[
          ["Buttons", "buttons-links-and-tabs"],
          ["Dashboard", "dashboard"],
          ["Form", "form"],
          ["Triage", "triage"],
        ]}
      />
      <Controls />
      <Fields />
      <Marks />
      <SmallParts />
      <FrameParts />
      <ChecklistPart />
      <MethodsPart />
      <PalettePart />
      <FiltersPart />
      <Dialogs />
      <ConflictPart />
      <Figures />
      <Layouts />
    </AppLayout>
  ),
});

export const designList = page({
  path: "/design/list",
  access: "public",
  load: async ({ url }) => ({ state: url.searchParams.get("show") ?? "rows" }),
  head: () => ({ title: "List · Design · CrunchBox" }),
  view: ({ state }) => (
    <AppLayout layout={frame}>
      <Lists state={state} />
    </AppLayout>
  ),
});
