import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import {
  deviceFields,
  deviceLabels,
  deviceNameMax,
  siteMax,
  tagsAsText,
  versionMax,
} from "../../../worker/contract/entities/device.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import { type Device, reportInstalledVersion, updateOrgProduct } from "../../../worker/domain/devices/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormFoot, FormRow } from "../../../worker/ui/layouts/layouts.tsx";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";

type DeviceProps = { device: Device; typed: TypedInput | undefined };

/** Suggests names already in use, so that one site does not get two spellings. */
export const SiteList = ({ sites }: { sites: readonly string[] }) => (
  <datalist id="sites">
    {sites.map((site) => (
      <option key={site}>{site}</option>
    ))}
  </datalist>
);

export function DeviceForm({ device, typed: sent, sites }: DeviceProps & { sites: readonly string[] }) {
  const current = { name: device.name ?? "", site: device.site ?? "", tags: device.tags.join(", ") };
  // `sent` may also come from the form of the installed version, which has no `name`
  const input = sent && "name" in sent.values ? sent : undefined;
  const { typed, rows } = mergeForm(input, device.updated_at, current, deviceLabels);
  const { field } = buildFieldProps(typed, current);
  return (
    <section>
      <h2>Name, site and tags</h2>
      <ConflictComparison rows={rows} href={hrefOf(pages.device, { device_id: device.id })} />
      <form
        className="form-card form-grid"
        method="post"
        action={hrefOf(pages.updateDevice, { device_id: device.id })}
        noValidate
      >
        <VersionFields updated_at={device.updated_at} values={current} />
        <FormRow>
          <Field
            {...field("name")}
            label={deviceLabels.name}
            is_optional
            maxLength={deviceNameMax}
            autoComplete="off"
          />
          <Field
            {...field("site")}
            label={deviceLabels.site}
            is_optional
            maxLength={siteMax}
            list="sites"
            autoComplete="off"
          />
        </FormRow>
        <SiteList sites={sites} />
        <Field
          {...field("tags")}
          label={deviceLabels.tags}
          hint="Separated by commas, such as: line 2, spare"
          is_optional
          autoComplete="off"
        />
        <FormFoot>
          <button className="button">Save</button>
        </FormFoot>
      </form>
    </section>
  );
}

/** Shown instead of the form to viewers who may not change the fields. */
export function DeviceFacts({ device: { name, site, tags } }: { device: Device }) {
  if (!name && !site && tags.length === 0) return null;
  return (
    <section>
      <h2>Name, site and tags</h2>
      <dl className="facts">
        {name && <Fact label={deviceLabels.name}>{name}</Fact>}
        {site && <Fact label={deviceLabels.site}>{site}</Fact>}
        {tags.length > 0 && <Fact label={deviceLabels.tags}>{tags.join(", ")}</Fact>}
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export function InstalledVersion({ device, typed }: DeviceProps) {
  const { installed_version: installedVersion, installed_at, has_update, newest_build: newestBuild } = device;
  const { field } = buildFieldProps(typed?.values["version"] ? typed : undefined, { version: installedVersion ?? "" });
  return (
    <section>
      <h2>Installed version</h2>
      <form
        className="form-card form-grid"
        method="post"
        action={hrefOf(pages.reportDeviceVersion, { device_id: device.id })}
        noValidate
      >
        <p>
          {installedVersion === null ? (
            "Not known yet. Flowpoint reports it when the device is connected."
          ) : (
            <>
              {installedVersion}, reported on <DateText at={installed_at ?? device.updated_at} />.{" "}
              {newestBuild &&
                (has_update ? `${newestBuild.title} ${newestBuild.version} is available.` : "It is up to date.")}
            </>
          )}
        </p>
        <Field {...field("version")} label="Version on the device" maxLength={versionMax} autoComplete="off" />
        <FormFoot>
          <button className="button quiet">Save the version</button>
        </FormFoot>
      </form>
    </section>
  );
}

const updateContract = {
  ...contract.updateOrgProduct,
  body: z.object({
    name: deviceFields.name,
    site: deviceFields.site,
    tags: tagsAsText(),
    updated_at: contract.updateOrgProduct.body.shape.updated_at,
  }),
} as const;

const deviceHref = (id: string | undefined) => hrefOf(pages.device, { device_id: id ?? "" });

export const buildDeviceForms = (page: PageRoute) => [
  formPost(updateContract, {
    path: pages.updateDevice,
    fields: { id: "device_id" },
    page,
    send: (ctx, { params, body }) =>
      // an empty field clears the value
      updateOrgProduct(ctx, params.id, { ...body, name: body.name ?? null, site: body.site ?? null }),
    back: (_result, c) => deviceHref(c.req.param("device_id")),
    done: ({ name, serial }) => `${name ?? serial} is saved.`,
  }),
  formPost(contract.reportInstalledVersion, {
    path: pages.reportDeviceVersion,
    fields: { id: "device_id" },
    page,
    send: (ctx, { params, body }) => reportInstalledVersion(ctx, params.id, body),
    back: (_result, c) => deviceHref(c.req.param("device_id")),
    done: ({ serial, installed_version }) => `${serial} has ${installed_version} now.`,
  }),
];
