import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { deviceFields, siteMax, tagsAsText } from "../../../worker/contract/entities/device.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import {
  countDeviceUpdates,
  sumUpdates,
  deleteOrgProducts,
  listDevicePlaces,
  listDeviceProducts,
  listOrgProducts,
  undoDeviceChanges,
  updateDevices,
} from "../../../worker/domain/devices/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { NameWithPicture } from "../../../worker/ui/figures/picture.tsx";
import { buildFieldProps, type TypedFields } from "../../../worker/ui/forms/fields-of.ts";
import { bulkRowsMax } from "../../../worker/ui/lists/bulk-bar.tsx";
import { wishHead } from "../../../worker/ui/parts/role-wish.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { downloadUpdatesAction } from "./updates.tsx";
import { undoRemovalForm } from "./undo-removal.ts";
import { can } from "../../../worker/contract/people/permissions.ts";

const removeAction = bulkAction(
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
      text: "They are removed from your organization, and their serial numbers can be registered again, even by another organization. Orders, invoices and downloads stay as they are.",
      confirm: "Yes, remove them",
    },
    send: (ctx, { body }) => deleteOrgProducts(ctx, body.ids),
    undo: undoRemovalForm,
  },
);

const editBody = z.object({
  ids: z.array(uuid()).check(z.minLength(1), z.maxLength(bulkRowsMax)),
  site: deviceFields.site,
  is_site_cleared: z._default(z.boolean(), false),
  add_tags: tagsAsText(),
  remove_tags: tagsAsText(),
});

const editAction = bulkAction({ access: "manage_devices", body: editBody } as const, {
  label: "Edit",
  path: pages.updateDevices,
  ids: "ids",
  done: ["is saved", "are saved"],
  question: {
    title: "Site and tags of the selected devices",
    text: "What you leave empty stays as it is.",
    confirm: "Save",
    is_harmless: true,
    fields: (typed) => <EditFields typed={typed} />,
  },
  send: (ctx, { body: { ids, site, is_site_cleared, add_tags, remove_tags } }) =>
    updateDevices(
      ctx,
      ids.map((id) => ({
        id,
        ...(is_site_cleared ? { site: null } : typeof site === "string" && { site }),
        add_tags,
        remove_tags,
      })),
    ),
  undoRequest: undoDeviceChanges,
});

const UpdateLink = ({ count }: { count: number }) => (
  <a className="button quiet" href={pages.deviceUpdates}>
    {count === 1 ? "Update 1 device" : `Update ${count.toLocaleString("en-US")} devices`}
  </a>
);

const AddActions = () => (
  <>
    <a className="button quiet" href={pages.importDevices}>
      Import names
    </a>
    <a className="button" href={pages.addDevices}>
      Add devices
    </a>
  </>
);

function EditFields({ typed }: { typed: TypedFields | undefined }) {
  const { field } = buildFieldProps(typed);
  return (
    <>
      <Field {...field("site")} label="Site" is_optional maxLength={siteMax} list="sites" autoComplete="off" />
      <label className="check">
        <input type="checkbox" name="is_site_cleared" value="true" />
        Clear the site
      </label>
      <Field {...field("add_tags")} label="Add tags" hint="Separated by commas" is_optional autoComplete="off" />
      <Field {...field("remove_tags")} label="Remove tags" is_optional autoComplete="off" />
    </>
  );
}

export const devices = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Devices",
  query: contract.listOrgProducts.query,
  load: listOrgProducts,
  choices: async (ctx) => {
    const [products, { sites, tags }] = await Promise.all([listDeviceProducts(ctx), listDevicePlaces(ctx)]);
    return {
      product_id: products.map(({ id, name, count }) => [id, `${name} (${count})`]),
      site: sites.map((site) => [site, site]),
      tag: tags.map((tag) => [tag, tag]),
    };
  },
  bulk: { name: ({ serial }) => serial, actions: [downloadUpdatesAction, editAction, removeAction] },
  async load_head(ctx) {
    const [updates, helpers] = await Promise.all([countDeviceUpdates(ctx), listHelpers(ctx, "manage_devices")]);
    return { updates: sumUpdates(updates), helpers };
  },
  head(viewer, has_any, { updates, helpers }) {
    const wish = can(viewer, "manage_devices")
      ? undefined
      : wishHead({ viewer, permission: "manage_devices", helpers });
    return {
      subtitle: wish?.subtitle,
      action: (
        <>
          {updates > 0 && <UpdateLink count={updates} />}
          {wish?.action}
          {!wish && has_any && <AddActions />}
        </>
      ),
    };
  },
  list: {
    title: "Devices",
    noun: ["device", "devices"],
    path: pages.devices,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.device, { device_id: id }),
    columns: [
      {
        label: "Serial number",
        cell: ({ serial, name, site }) => (
          <>
            <code>{serial}</code>
            {(name || site) && <small className="phone-words">{[name, site].filter(Boolean).join(", ")}</small>}
          </>
        ),
        csv: ({ serial }) => serial,
        sort: "serial",
      },
      {
        label: "Name",
        cell: ({ name, tags }) => (
          <>
            {name}
            {tags.length > 0 && <small className="cut">{tags.join(", ")}</small>}
          </>
        ),
        csv: ({ name }) => name,
        on_phones: "hidden",
      },
      { label: "Site", cell: ({ site }) => site ?? "", csv: ({ site }) => site, on_phones: "hidden" },
      { label: "Tags", cell: () => "", csv: ({ tags }) => tags.join(", "), is_csv_only: true },
      {
        label: "Product",
        cell: ({ product }) => <NameWithPicture src={product.main_image} name={product.name} />,
        csv: ({ product }) => product.name,
        on_phones: "note",
      },
      {
        label: "SKU",
        cell: () => "",
        csv: ({ product }) => product.sku,
        is_csv_only: true,
      },
      {
        label: "Installed",
        cell: ({ installed_version, has_update, newest_build }) => (
          <>
            {installed_version === null && <small className="phone-words">Installed version</small>}
            {installed_version ?? "Not known"}
            {has_update && <small className="beneath">{`${newest_build?.version} available`}</small>}
          </>
        ),
        csv: ({ installed_version }) => installed_version,
        on_phones: "state",
      },
      {
        label: "Newest version",
        on_phones: "hidden",
        is_extra: true,
        cell: ({ newest_build: build }) => build && `${build.title} ${build.version}`,
        csv: ({ newest_build: build }) => build && `${build.title} ${build.version}`,
      },
      {
        label: "Registered",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
        is_extra: true,
      },
      {
        label: "Verified",
        cell: () => "",
        csv: ({ is_verified }) => (is_verified ? "yes" : "no"),
        is_csv_only: true,
      },
    ],
    views: [{ label: "Updates available", query: { has_update: "true" } }],
    labels: {
      search: "Serial number, name, site or tag",
      filters: {
        product_id: { any: "Every product" },
        site: { any: "Every site" },
        tag: { any: "Every tag" },
        has_update: {
          label: "Updates",
          any: "With or without",
          values: { true: "Update available", false: "No update known" },
        },
        is_verified: { label: "Verified", any: "Verified or not", values: { true: "Verified", false: "Not verified" } },
      },
    },
    empty: {
      drawing: "things",
      text: "No devices registered yet. Registered devices and their software will be listed here.",
      action: { label: "Add devices", href: pages.addDevices, access: "manage_devices" },
    },
    has_csv: true,
  },
});
