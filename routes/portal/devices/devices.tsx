import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import { deleteOrgProducts, listDeviceProducts, listOrgProducts } from "../../../worker/domain/devices/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Pictured } from "../../../worker/ui/figures/picture.tsx";
import { bulkRowsMax } from "../../../worker/ui/lists/bulk-bar.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { undoRemoval } from "./undo-removal.ts";
import { can } from "../../../worker/contract/people/permissions.ts";

const remove = bulkAction(
  {
    access: "manage_devices",
    body: z.object({ ids: z.array(uuid()).check(z.minLength(1), z.maxLength(bulkRowsMax)) }),
  },
  {
    label: "Remove",
    path: pages.removeDevices,
    ids: "ids",
    done: "removed",
    question: {
      title: "Remove the selected devices?",
      text: "They are removed from your organization, and their serial numbers can be registered again, also by another organization. Orders, invoices and downloads stay as they are.",
      confirm: "Yes, remove them",
    },
    send: (ctx, { body }) => deleteOrgProducts(ctx, body.ids),
    undo: undoRemoval,
  },
);

export const devices = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Devices",
  query: contract.listOrgProducts.query,
  load: listOrgProducts,
  choices: async (ctx) => ({
    product_id: (await listDeviceProducts(ctx)).map(({ id, name, count }) => [id, `${name} (${count})`]),
  }),
  bulk: { name: ({ serial }) => serial, actions: [remove], may: (viewer) => can(viewer, "manage_devices") },
  head: (viewer) =>
    can(viewer, "manage_devices")
      ? {
          action: (
            <a className="button" href={pages.addDevices}>
              Add devices
            </a>
          ),
        }
      : { subtitle: `Buyers and managers of ${viewer.organization.name} add and remove devices.` },
  list: {
    title: "Devices",
    noun: ["device", "devices"],
    path: pages.devices,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.device, { device_id: id }),
    columns: [
      {
        label: "Serial number",
        cell: ({ serial }) => serial,
        csv: ({ serial }) => serial,
        sort: "serial",
      },
      {
        label: "Product",
        cell: ({ product }) => <Pictured src={product.main_image} name={product.name} />,
        csv: ({ product }) => product.name,
      },
      {
        label: "SKU",
        cell: ({ product }) => product.sku ?? "",
        csv: ({ product }) => product.sku,
        on_phones: "hidden",
      },
      {
        label: "Newest version",
        on_phones: "hidden",
        cell: ({ newest_build: build }) => build && `${build.title} ${build.version}`,
        csv: ({ newest_build: build }) => build && `${build.title} ${build.version}`,
      },
      {
        label: "Registered",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      {
        label: "Verified",
        cell: ({ is_verified }) => (is_verified ? "Yes" : "Not yet"),
        csv: ({ is_verified }) => (is_verified ? "yes" : "no"),
        on_phones: "hidden",
      },
    ],
    labels: {
      search: "Serial number",
      filters: {
        product_id: { any: "Every product" },
        is_verified: { label: "Verified", any: "Verified or not", values: { true: "Verified", false: "Not verified" } },
      },
    },
    empty: {
      drawing: "things",
      text: "No devices registered yet. Registered devices and their software will be listed here.",
      action: { label: "Add devices", href: pages.addDevices },
    },
    has_csv: true,
  },
});
