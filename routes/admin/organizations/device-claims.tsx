import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/device-claims.ts";
import { deleteDeviceClaims, listDeviceClaims, verifyDevices } from "../../../worker/domain/devices/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

const verifyAction = bulkAction(contract.verifyDevices, {
  label: "Verify",
  path: pages.verifyDevices,
  ids: "ids",
  done: "verified",
  is_main: true,
  question: {
    title: "Verify the selected devices?",
    text: "Their serial numbers count as made, and nobody else can register them. This cannot be undone.",
    confirm: "Yes, verify them",
  },
  send: (ctx, { body }) => verifyDevices(ctx, body.ids),
});
const removeAction = bulkAction(contract.deleteDeviceClaims, {
  label: "Remove",
  path: pages.deleteDeviceClaims,
  ids: "ids",
  done: "removed",
  question: {
    title: "Remove the selected devices?",
    text: "They are removed from their organizations, and their serial numbers can be registered again. Orders, invoices and downloads stay as they are.",
    confirm: "Yes, remove them",
  },
  send: (ctx, { body }) => deleteDeviceClaims(ctx, body.ids),
});

export const deviceClaims = listRoutes({
  access: "devices:read",
  layout: consoleLayout,
  section: "Organizations",
  query: contract.listDeviceClaims.query,
  load: listDeviceClaims,
  head: () => ({
    trail: [["Organizations", pages.organizations]] as const,
    subtitle:
      "Organizations registered these by serial number alone. Verify the ones you know; shipping a device to its buyer takes it over.",
    action: (
      <a className="button quiet" href={pages.madeSerials}>
        Made serial numbers
      </a>
    ),
  }),
  bulk: { name: ({ serial }) => serial, actions: [verifyAction, removeAction] },
  list: {
    title: "Unverified devices",
    noun: ["unverified device", "unverified devices"],
    path: pages.deviceClaims,
    id: ({ id }) => id,
    columns: [
      { label: "Serial number", cell: ({ serial }) => serial, csv: ({ serial }) => serial },
      {
        label: "Product",
        cell: ({ product }) => product.name,
        csv: ({ product }) => product.name,
        on_phones: "hidden",
      },
      {
        label: "Organization",
        cell: ({ org }) => <a href={hrefOf(pages.organization, { org_id: org.id })}>{org.name}</a>,
        csv: ({ org }) => org.name,
        on_phones: "note",
      },
      {
        label: "Registered",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
    ],
    labels: { search: "Serial number", without: ["org_id", "product_id"] },
    empty: { drawing: "things", text: "Every registered device is verified." },
    has_csv: true,
  },
});
