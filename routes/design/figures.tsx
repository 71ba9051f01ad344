import { EmptyState } from "../../worker/ui/lists/empty-state.tsx";
import { Paging } from "../../worker/ui/lists/paging.tsx";
import { Figure } from "../../worker/ui/figures/figure.tsx";
import { Stepper } from "../../worker/ui/figures/stepper.tsx";
import { Graph } from "../../worker/ui/figures/graph.tsx";
import { Plot } from "../../worker/ui/figures/plot.tsx";
import { Progress } from "../../worker/ui/figures/progress.tsx";
import { Timeline } from "../../worker/ui/figures/timeline.tsx";
import { History } from "../../worker/ui/parts/history.tsx";
import { Notes } from "../../worker/ui/parts/notes.tsx";
import { Part } from "./components.tsx";
import { noon } from "./example-data.ts";

const weeks = [12, 18, 9, 22, 31, 28, 35, 30, 41, 38, 52, 47].map((value, index) => ({
  label: `Week ${index + 36}`,
  value,
}));

const auditEntry = {
  id: "1",
  created_at: noon,
  action: "updateOrganization",
  text: "Changed the organization’s price level",
  actor: { kind: "user" as const, id: "2", name: "Dana Nilsson", email: "dana@cgx.test" },
  on_behalf_of: null,
  started_by: null,
  org: null,
  names: {},
  details: null,
  subject: { type: "organization", id: "3", name: "Acme Robotics" },
  changes: [
    { field: "price_level_name", before: "Base Price", after: "Reseller" },
    { field: "notes", before: null, after: `Asks for a call before each delivery ${"w".repeat(80)}` },
  ],
};

const [dana, ben] = [
  { id: "2", name: "Dana Nilsson" },
  { id: "5", name: "Ben Castellanos" },
];
const recordSubject = { subject_type: "organization" as const, subject_id: "3" };
const board = {
  ...recordSubject,
  colleagues: [dana, ben],
  assignment: {
    ...recordSubject,
    label: "Acme Robotics",
    assignee: dana,
    due_on: "2026-01-31",
    assigned_by: ben,
    updated_at: noon,
  },
  notes: [
    {
      ...recordSubject,
      id: "7",
      text: "@Ben Castellanos, they call back on Monday.",
      author: dana,
      mentions: [ben],
      files: [{ id: "8", name: "call.txt", content_type: "text/plain", bytes: 3000 }],
      created_at: noon,
      edited_at: noon,
    },
  ],
};

const builds = [
  { id: "plugin", label: "Spectral Analysis", note: "2.2.0", is_current: true },
  { id: "units", label: "Units and conversions of them", note: "1.0.0", href: "#units" },
  { id: "tables", label: "Colour tables", note: "1.1.0, not published", is_wrong: true, href: "#tables" },
  { id: "base", label: "Base", note: "3.0.0", href: "#base" },
];
const dependencies = [
  { from: "plugin", to: "units" },
  { from: "plugin", to: "tables" },
  { from: "units", to: "base" },
  { from: "tables", to: "base" },
];

export function Figures() {
  return (
    <Part title="Numbers, steps, timeline, history, plot, graph, progress, pages, empty, late">
      <div className="actions">
        <Figure>$12,490.00</Figure>
        <Figure>1,280</Figure>
      </div>
      <Stepper
        label="Progress of the order"
        steps={[
          { label: "Placed", note: "20 Nov 2026", state: "done" },
          { label: "Paid", note: "20 Nov 2026", state: "done" },
          { label: "Being built", note: "until 4 Dec 2026", state: "current" },
          { label: "Shipped", state: "open" },
          { label: "Received", state: "open" },
        ]}
      />
      <Stepper
        label="Progress of an order that is not paid"
        steps={[
          { label: "Placed", note: "20 Nov 2026", state: "done" },
          { label: "Paid", note: "Declined", state: "wrong" },
          { label: "Being built", state: "open" },
        ]}
      />
      <Timeline
        events={[
          { at: noon, what: "Received (package 2)", tone: "success" },
          { at: noon, what: "Refund did not go through", tone: "danger" },
          { at: noon, what: "Shipped, 2 packages" },
          { at: noon, what: "Placed", by: "Ben Castellanos (as support: Dana)" },
        ]}
      />
      <History entries={[auditEntry]} more="#audit" />
      <Notes board={board} viewer_id={dana.id} today={noon.slice(0, 10)} action="#notes" typed={undefined} />
      <Plot title="Orders a week" points={weeks} />
      <Plot title="Returns a week" points={[]} />
      <Plot
        title="Revenue a week"
        format={(value) => `$${value * 1000}`}
        points={weeks.map((week) => ({ ...week, href: `#${week.label.toLowerCase().replace(" ", "-")}` }))}
      />
      <Plot
        title="Net a week"
        format={(value) => `$${value * 1000}.00`}
        last_words="this week so far; same days last week $9000.00"
        before_label="the 12 weeks before"
        is_last_running
        points={weeks.map((week, index) => ({ ...week, value: week.value - 14, before: 20 - index }))}
      />
      <Graph title="What a build needs" verb="needs" nodes={builds} edges={dependencies} />
      <Progress label="Serial numbers read" value={420} max={500} />
      <Progress label="Checking the file" max={1} />
      <Progress
        label="$11,275.00 available"
        value={13_725}
        max={25_000}
        format={(n) => `$${n.toLocaleString("en-US")}.00`}
      />
      <Paging meta={{ limit: 20, offset: 40, count: 1280 }} what="orders" href={(number) => `#page-${number}`} />
      <Paging
        meta={{ limit: 50, offset: 0, count: 121 }}
        what="plans"
        href={(number) => `#page-${number}`}
        sizeHref={(size) => `#rows-${size}`}
      />
      <EmptyState drawing="papers" action={{ label: "See products", href: "#products" }}>
        Your organization has not ordered anything yet. Orders will be listed here.
      </EmptyState>
      {(["things", "cart", "people", "nothing"] as const).map((name) => (
        <EmptyState key={name} drawing={name}>
          {`A drawing of ${name}.`}
        </EmptyState>
      ))}
      <span className="skeleton" />
    </Part>
  );
}
