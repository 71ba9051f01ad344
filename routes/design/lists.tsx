import { Badge } from "../../worker/ui/parts/badge.tsx";
import { DateText } from "../../worker/ui/date.tsx";
import { ListPage, type ListSpec } from "../../worker/ui/lists/list-page.tsx";
import { FlashMessage } from "../../worker/ui/forms/flash-message.tsx";
import { type Device, deviceQuery, devices } from "./example-data.ts";

const deviceList: ListSpec<Device> = {
  title: "Devices",
  noun: ["device", "devices"],
  path: "/design/list",
  schema: deviceQuery,
  id: ({ id }) => id,
  href: ({ id }) => `#${id}`,
  columns: [
    { label: "Device", cell: ({ name }) => name, sort: "name", csv: ({ name }) => name },
    { label: "Last seen", cell: ({ seen_at }) => <DateText at={seen_at} />, sort: "created_at" },
    { label: "Site", cell: ({ site }) => site, on_phones: "hidden" },
    {
      label: "State",
      cell: ({ state }) => <Badge tone={state === "in_use" ? "success" : "neutral"}>{labels[state]}</Badge>,
    },
    { label: "Readings", cell: ({ readings }) => readings.toLocaleString("en-US"), sort: "readings", is_number: true },
  ],
  labels: {
    search: "Serial or site",
    filters: { state: { any: "Every state" }, org_id: { label: "Organization", any: "Every one" } },
  },
  views: [
    { label: "In use", query: { state: "in_use" } },
    { label: "Retired", query: { state: "retired" } },
  ],
  empty: { text: "No device is registered yet.", action: { label: "Register a device", href: "#register" } },
  has_csv: true,
  bulk: {
    actions: [
      {
        label: "Retire",
        path: "/design/list/retire",
        question: {
          title: "Retire the selected devices?",
          text: "They are no longer counted.",
          confirm: "Yes, retire them",
        },
      },
      { label: "Move to Berlin", path: "/design/list/move", is_main: true },
    ],
    name: ({ name }) => name,
  },
};
const labels = { in_use: "In use", on_shelf: "On the shelf", retired: "Retired" };
const savedViews = [{ id: "v1", name: "Retired in Berlin", query: "state=retired&site=Berlin" }];
const currentQuery = "state=in_use&search=cgx&sort=name";
const message = "It is retired.";
const refusedId = devices[1]?.id ?? "";

export function Lists({ state }: { state: string }) {
  const query = deviceQuery.parse({ sort: "name", ...(state !== "empty" && { state: "in_use", search: "cgx" }) });
  const rows = state === "none" || state === "empty" ? [] : devices;
  const meta = { limit: 20, offset: 0, count: rows.length === 0 ? 0 : 96 };
  return (
    <>
      {state === "results" && (
        <FlashMessage
          flash={{ tone: "danger", message: `${devices[1]?.name}: ${message} None of the 2 was changed.` }}
        />
      )}
      <ListPage
        list={deviceList}
        query={query}
        page={{ data: rows, meta }}
        action={<button className="button">Register a device</button>}
        subtitle="Buyers and managers of Acme Robotics add and remove devices."
        choices={{ org_id: [["01900000-0000-7000-8000-000000000002", "Acme Robotics"]] }}
        view_counts={[1000, 0]}
        saved={
          state === "results" ? [...savedViews, { id: "v2", name: "CGX in use", query: currentQuery }] : savedViews
        }
        {...(state === "results" && {
          refusal: {
            chosen: [devices[0]?.id ?? "", refusedId],
            refused: { id: refusedId, message },
            others: "Not changed",
          },
        })}
      />
    </>
  );
}
