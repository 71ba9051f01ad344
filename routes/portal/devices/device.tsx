import type { ReactNode } from "react";
import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { deleteOrgProduct as removal } from "../../../worker/contract/v1/client/org-products.ts";
import {
  deleteOrgProduct,
  type Device,
  type DeviceHistory,
  getOrgProduct,
  listDevicePlaces,
  readDeviceHistory,
} from "../../../worker/domain/devices/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { listOrgProductSoftware } from "../../../worker/domain/software/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { sortNewestFirst, Timeline, type TimelineEvent } from "../../../worker/ui/figures/timeline.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { appLayout } from "../../layouts.tsx";
import { DeviceFacts, DeviceForm, buildDeviceForms, InstalledVersion } from "./device-form.tsx";
import { DeviceSoftware } from "./device-software.tsx";
import { undoRemovalForm } from "./undo-removal.ts";
import { can } from "../../../worker/contract/people/permissions.ts";

export const devicePage = page({
  path: pages.device,
  access: "session",
  layout: appLayout,
  section: "Devices",
  params: z.object({ device_id: uuid() }),
  async load({ ctx, params: { device_id } }) {
    const [device, history, software, places, helpers] = await Promise.all([
      getOrgProduct(ctx, device_id),
      readDeviceHistory(ctx, device_id),
      listOrgProductSoftware(ctx, device_id),
      listDevicePlaces(ctx),
      listHelpers(ctx, "manage_devices"),
    ]);
    return { device, history, software: software.data, sites: places.sites, helpers };
  },
  head: ({ device }) => ({ title: `${device.serial} · CrunchBox`, no_store: true }),
  view: ({ device, history, software, sites, helpers }, { viewer, url, flash }) => (
    <>
      <PageHeader
        trail={[["Devices", listHref(pages.devices, url)]]}
        title={device.name ?? device.serial}
        subtitle={
          <>
            {device.name && `${device.serial}, `}
            {device.product.name}
            {device.site && `, ${device.site}`}, registered on <DateText at={device.created_at} />
          </>
        }
        action={can(viewer, "manage_devices") && <Removal device={device} organization={viewer.organization.name} />}
      />
      <ObjectLayout
        aside={
          <div className="asides">
            <div className="device-picture card">
              <Picture src={device.product.main_image} alt="" />
              <Facts facts={originFacts(device, history)} />
            </div>
            <History registered_at={device.created_at} history={history} />
          </div>
        }
      >
        <DeviceSoftware serial={device.serial} software={software} />
        <InstalledVersion device={device} typed={flash?.typed} />
        {can(viewer, "manage_devices") ? (
          <DeviceForm device={device} typed={flash?.typed} sites={sites} />
        ) : (
          <DeviceFacts device={device} />
        )}
        {!device.is_verified && (
          <p className="notice info">
            Not verified yet: the device was added by its serial number alone. We verify it when we find the number
            among the devices we made. Support can do it right away.
          </p>
        )}
        {!can(viewer, "manage_devices") && (
          <div className="notice info">
            <RoleWish viewer={viewer} permission="manage_devices" helpers={helpers} />
          </div>
        )}
      </ObjectLayout>
    </>
  ),
});

function originFacts({ product }: Device, history: DeviceHistory | undefined): [string, ReactNode][] {
  const order = history?.order;
  const facts: [string, ReactNode][] = [
    [
      "Product",
      <span key="product" className="stacked">
        <a href={hrefOf(pages.product, { product_id: product.id })}>{product.name}</a>
        {product.short_description && <small>{product.short_description}</small>}
      </span>,
    ],
  ];
  if (order)
    facts.push([
      "Came with",
      <span key="order" className="stacked">
        <a href={hrefOf(pages.order, { order_id: order.id })}>Order {order.order_number}</a>
        <small>
          of <DateText at={order.created_at} />
        </small>
      </span>,
    ]);
  return facts;
}

const actionLabels: Record<string, string> = {
  registerDevice: "Registered",
  updateDevices: "Changed",
  removeDevice: "Removed",
  verifyDevices: "Verification changed",
};

type HistoryProps = { registered_at: string; history: DeviceHistory | undefined };

function History({ registered_at, history }: HistoryProps) {
  const entries = (history?.entries ?? []).map(({ at, action, by, support }): TimelineEvent => ({
    at,
    what: actionLabels[action] ?? action,
    ...(by !== null && { by: support === null ? by : `${by} (as support: ${support})` }),
  }));
  // devices that were registered before the audit log existed have no entries
  if (entries.length === 0) entries.push({ at: registered_at, what: "Registered" });
  const order = history?.order;
  if (order) {
    const ordered = { at: order.created_at, what: `Ordered with ${order.order_number}` };
    entries.push({ ...ordered, ...(order.by !== null && { by: order.by }) });
  }
  return (
    <section>
      <h2>History</h2>
      <Timeline events={sortNewestFirst(entries)} />
    </section>
  );
}

function Removal({ device: { id, serial, product }, organization }: { device: Device; organization: string }) {
  return (
    <ConfirmForm
      id="remove"
      label="Remove"
      title={`Remove ${serial}?`}
      action={hrefOf(pages.removeDevice, { device_id: id })}
      confirm="Yes, remove it"
      is_dangerous
    >
      <p>
        The {product.name} leaves the devices of {organization}, and its serial number can be registered again, even by
        another organization. Orders, invoices and downloads stay as they are.
      </p>
      <input type="hidden" name="serial" value={serial} />
    </ConfirmForm>
  );
}

export const removeDeviceForm = formPost(removal, {
  path: pages.removeDevice,
  fields: { id: "device_id" },
  send: (ctx, { params }) => deleteOrgProduct(ctx, params.id),
  back: pages.devices,
  done: (_result, typed) => {
    const serial = (typed.get("serial") ?? "").slice(0, 32);
    return {
      message: serial === "" ? "The device was removed." : `${serial} was removed.`,
      form: undoRemovalForm([serial]),
    };
  },
});

export const deviceChangeForms = buildDeviceForms(devicePage);
