import * as z from "zod/mini";
import { freeText, isUuid, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { storefrontClient } from "../../../worker/contract/paths.ts";
import { readPageQuery } from "../../../worker/contract/page-query.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import {
  type DeviceUpdate,
  uniqueFiles,
  listDeviceUpdates,
  openDeviceUpdates,
  updatesMax,
} from "../../../worker/domain/software/index.ts";
import { requireAccess } from "../../../worker/http/access.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { sendFile } from "../../../worker/http/files/send-file.ts";
import { writeFlash } from "../../../worker/http/flash.ts";
import { explain } from "../../../worker/contract/messages.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { bulkRowsMax } from "../../../worker/ui/lists/bulk-bar.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { sizeText } from "../downloads/build.tsx";

/** Comma-separated ids; without them, the page covers all devices that have an update. */
const idList = z.optional(freeText(bulkRowsMax * 37, "Device IDs"));
const parseIds = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(",").filter(isUuid);

const devicesText = (count: number): string => (count === 1 ? "1 device" : `${count.toLocaleString("en-US")} devices`);

const columns: readonly Column<DeviceUpdate>[] = [
  { label: "Serial number", cell: ({ device }) => <code>{device.serial}</code> },
  { label: "Name", cell: ({ device }) => device.name ?? "", on_phones: "hidden" },
  { label: "Site", cell: ({ device }) => device.site ?? "", on_phones: "note" },
  { label: "Installed", cell: ({ device }) => device.installed_version ?? "Not known", on_phones: "hidden" },
  {
    label: "Update",
    cell: (update) => (update.version ? `${update.software.title} ${update.version.version}` : update.reason),
    on_phones: "state",
  },
  {
    label: "Size",
    cell: ({ version }) => version && sizeText(version.size),
    is_number: true,
    on_phones: "hidden",
  },
];

const updatesPage = page({
  path: pages.deviceUpdates,
  access: "session",
  layout: appLayout,
  section: "Devices",
  query: z.object({ ids: idList }),
  async load({ ctx, query }) {
    return listDeviceUpdates(ctx, parseIds(query.ids));
  },
  head: () => ({ title: "Device updates · CrunchBox", no_store: true }),
  view(updates, { query }) {
    const files = uniqueFiles(updates);
    const bytes = files.reduce((sum, { version }) => sum + version.size, 0);
    const updatedCount = new Set(updates.flatMap(({ device, version }) => (version ? [device.id] : []))).size;
    const key = crypto.randomUUID();
    const href = hrefOf(pages.deviceUpdatesFile, {}, { ...(query.ids !== undefined && { ids: query.ids }), key });
    return (
      <>
        <PageHeader
          trail={[["Devices", pages.devices]]}
          title={updatedCount > 0 ? `Update ${devicesText(updatedCount)}` : "Device updates"}
          subtitle={
            updatedCount > 0 &&
            `One zip of ${sizeText(bytes)} with ${files.length === 1 ? "1 file" : `${files.length} files`}, their checksums (SHA256SUMS) and the list of devices (devices.csv).`
          }
          action={
            updatedCount > 0 && (
              <a className="button" href={href} download>
                {`Download ${updatedCount === 1 ? "the update" : `${updatedCount.toLocaleString("en-US")} updates`}`}
              </a>
            )
          }
        />
        {updates.length >= updatesMax && (
          <p className="notice info">
            {`At most ${updatesMax} devices fit into one download. Report what you have installed, then download the others.`}
          </p>
        )}
        {updates.length === 0 ? (
          <EmptyState drawing="things" action={{ label: "See devices", href: pages.devices }}>
            No device has an update. Devices are listed here when a newer version than the installed one is out.
          </EmptyState>
        ) : (
          <Table
            columns={columns}
            rows={updates}
            id={({ device, version }) => `${device.id} ${version?.id ?? ""}`}
            href={({ device }) => hrefOf(pages.device, { device_id: device.id })}
          />
        )}
      </>
    );
  },
});

const fileQuery = z.object({ ids: idList, key: z.optional(uuid()) });

const fileRoute: Route = {
  method: "GET",
  path: pages.deviceUpdatesFile,
  async handle(c) {
    const { ids, key = crypto.randomUUID() } = readPageQuery(fileQuery, new URL(c.req.url).searchParams, {});
    try {
      const { reading } = await requireAccess(c, { access: "session" }, (ctx) =>
        openDeviceUpdates(ctx, { ids: parseIds(ids), key }),
      );
      return await sendFile(c, await reading);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const backHref = hrefOf(pages.deviceUpdates, {}, ids === undefined ? {} : { ids });
      if (error.status === 401)
        return c.redirect(hrefOf(pages.signIn, { client_id: storefrontClient }, { redirect_uri: backHref }));
      if (error.errcode !== "FILE_NOT_FOUND")
        writeFlash(c, pages.deviceUpdates, { tone: "danger", message: explain(error.status, error) });
      return c.redirect(backHref, 303);
    }
  },
};

export const downloadUpdatesAction = bulkAction(
  { access: "session", body: z.object({ ids: z.array(uuid()).check(z.minLength(1), z.maxLength(bulkRowsMax)) }) },
  {
    label: "Download updates",
    path: pages.chooseDeviceUpdates,
    ids: "ids",
    send: async (_ctx, { body: { ids } }) => hrefOf(pages.deviceUpdates, {}, { ids: ids.join(",") }),
    next: (href) => href,
  },
);

export const deviceUpdates: Route[] = [updatesPage, fileRoute];
