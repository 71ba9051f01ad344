import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { requiredSerial } from "../../../worker/contract/entities/device.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/org-products.ts";
import {
  createAdminOrgProduct,
  deleteAdminOrgProduct,
  type Device,
  listAdminOrgProducts,
} from "../../../worker/domain/devices/index.ts";
import type { ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { organizationScope } from "./of-organization.ts";

const params = z.object({ org_id: uuid() });
const devicesHref = (org_id: string) => hrefOf(pages.organizationDevices, { org_id });

const versionText = ({ newest_build }: Device) => newest_build && `${newest_build.title} ${newest_build.version}`;

const columns: Column<Device>[] = [
  { label: "Serial number", cell: ({ serial }) => serial, csv: ({ serial }) => serial, sort: "serial" },
  { label: "Product", cell: ({ product }) => product.name, csv: ({ product }) => product.name },
  {
    label: "Since",
    cell: ({ created_at }) => <DateText at={created_at} />,
    csv: ({ created_at }) => created_at,
    sort: "created_at",
    on_phones: "hidden",
  },
  { label: "Newest version", cell: versionText, csv: versionText, on_phones: "hidden" },
  {
    label: "Verified",
    cell: ({ is_verified }) => (is_verified ? "Yes" : "No"),
    csv: ({ is_verified }) => (is_verified ? "yes" : "no"),
    on_phones: "hidden",
  },
];

function RegisterForm({ organization: { id, name }, typed }: RegisterFormProps) {
  return (
    <FormLayout>
      <FormGroup title="Register a device" text="The serial number determines the product.">
        <form method="post" action={hrefOf(pages.registerOrganizationDevice, { org_id: id })} noValidate>
          <Field
            {...buildFieldProps(typed).field("serial_number")}
            label="Serial number"
            maxLength={32}
            autoComplete="off"
          />
          <button className="button">Register it for {name}</button>
        </form>
      </FormGroup>
    </FormLayout>
  );
}
type RegisterFormProps = { organization: ListedOrganization; typed: TypedInput | undefined };

const deviceList = listRoutes({
  access: "devices:read",
  layout: consoleLayout,
  section: "Organizations",
  query: contract.listAdminOrgProducts.query,
  of: organizationScope("Devices", (organization, typed) => <RegisterForm organization={organization} typed={typed} />),
  load: (ctx, query, { org_id }) => listAdminOrgProducts(ctx, org_id, query),
  list: {
    title: "Devices",
    noun: ["device", "devices"],
    path: pages.organizationDevices,
    id: ({ id }) => id,
    columns: [...columns, { label: "Remove", cell: (device) => <RemovalForm device={device} />, on_phones: "state" }],
    has_csv: true,
    labels: {
      search: "Serial number",
      without: ["product_id"],
      filters: {
        is_verified: { label: "Verified", any: "Verified or not", values: { true: "Verified", false: "Not verified" } },
      },
    },
    empty: { drawing: "things", text: "No device is registered yet. Those that are shipped register themselves." },
  },
});

function RemovalForm({ device: { id, org_id, serial, product } }: { device: Device }) {
  return (
    <ConfirmForm
      id={`remove-${id}`}
      label="Remove"
      title={`Remove ${serial}?`}
      action={hrefOf(pages.removeOrganizationDevice, { org_id, id })}
      confirm="Yes, remove it"
      is_dangerous
    >
      <p>
        The {product.name} is removed from this organization. Its serial number can then be registered again, also by
        another organization. Orders, invoices and downloads stay as they are.
      </p>
      <input type="hidden" name="serial" value={serial} />
    </ConfirmForm>
  );
}

const body = z.object({ serial_number: requiredSerial() });

const registerForm = formPost({ access: "devices:act", params, body } as const, {
  path: pages.registerOrganizationDevice,
  page: deviceList[0],
  send: (ctx, { params: { org_id }, body: { serial_number } }) =>
    createAdminOrgProduct(ctx, { org_id, serial: serial_number }),
  back: (_result, c) => devicesHref(c.req.param("org_id") ?? ""),
  done: ({ serial, product }) => `${serial} is registered: ${product.name}.`,
});

const removeForm = formPost(contract.deleteAdminOrgProduct, {
  path: pages.removeOrganizationDevice,
  send: (ctx, { params: device }) => deleteAdminOrgProduct(ctx, device),
  back: (_result, c) => devicesHref(c.req.param("org_id") ?? ""),
  done: (_result, typed) => `${(typed.get("serial") ?? "The device").slice(0, 32)} is removed.`,
});

export const organizationDevices = [...deviceList, registerForm, removeForm];
