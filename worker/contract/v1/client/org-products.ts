import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import {
  device,
  deviceFields,
  deviceShape,
  installedVersion,
  requireSerial,
  serialFields,
  siteMax,
  tagMax,
} from "../../entities/device.ts";
import { listedSoftware } from "../../entities/software.ts";
import { describe, flag, freeText, versionField, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Devices" } as const;
const params = z.object({ id: uuid() });

export const listOrgProducts = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/org-products",
  access: "session",
  query: z.object({
    product_id: z.optional(uuid()),
    is_verified: flag(),
    site: z.optional(freeText(siteMax, "Devices of this site")),
    tag: z.optional(freeText(tagMax, "Devices with this tag")),
    has_update: describe(flag(), "Whether a newer version than the installed one is offered"),
    ...listQuery(["created_at", "updated_at", "serial"]),
  }),
  status: 200,
  reply: listReply(device),
  errors: [],
  summary: "List the organization's registered devices",
  description: "Search covers serial numbers, names, sites and tags. Each device includes its product.",
});

export const getOrgProduct = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/org-products/{id}",
  access: "session",
  params,
  status: 200,
  reply: reply(deviceShape),
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Read a registered device",
});

export const listOrgProductSoftware = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/org-products/{id}/software",
  access: "session",
  params,
  status: 200,
  reply: listReply(listedSoftware),
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "List the software and firmware of a device",
  description:
    "Each with the organization's entitlement, the newest build that it may download, and the reason if a newer one is not available.",
});

export const createOrgProduct = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/client/org-products",
  access: "manage_devices",
  body: z.object({ ...serialFields(), product_id: z.optional(uuid()) }).check(requireSerial),
  status: 201,
  reply: reply(deviceShape),
  errors: [
    "PRODUCT_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
    "DEVICE_CLAIMS_EXHAUSTED",
  ],
  summary: "Register a device by its serial number",
  description:
    "`serial` is an alias of `serial_number`. If the organization has already registered the serial number, the reply is the existing device. `is_verified` is false for a claim that nothing confirms: an organization may make 20 of them in 24 hours and have 200. A shipment to another organization takes such a device over.",
});

export const updateOrgProduct = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/client/org-products/{id}",
  access: "manage_devices",
  params,
  body: z.object({ ...deviceFields, updated_at: versionField() }),
  status: 200,
  reply: reply(deviceShape),
  errors: ["ORG_PRODUCT_NOT_FOUND", "OBJECT_OUTDATED"],
  summary: "Change the name, site and tags of a device",
  description: "Omitted fields keep their value. With `updated_at` concurrent changes are not overwritten.",
});

export const reportInstalledVersion = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/client/org-products/{id}/installed-version",
  access: "session",
  params,
  body: z.object({ version: installedVersion() }),
  status: 200,
  reply: reply(deviceShape),
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Report the version that is installed on a device",
  description:
    "For the desktop app after it has installed or read a version, and for every member of the organization. A repeated report changes nothing.",
});

export const deleteOrgProduct = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/client/org-products/{id}",
  access: "manage_devices",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Remove a registered device",
  description: "Its serial number can be registered again.",
});
