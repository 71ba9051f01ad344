import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { deviceClaim, madeSerial, madeSerialsImportShape } from "../../entities/device-claim.ts";
import { describe, orgId, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: devices" } as const;
const serialsPath = "/v1/admin/made-serials";
const ids = describe(z.array(uuid()).check(z.minLength(1), z.maxLength(100)), "IDs of devices, 1 to 100");

export const listDeviceClaims = endpoint({
  ...callDefaults,
  access: "devices:read",
  method: "GET",
  path: "/v1/admin/device-claims",
  query: z.object({
    org_id: z.optional(orgId()),
    product_id: z.optional(uuid()),
    ...listQuery(["created_at"]),
  }),
  status: 200,
  reply: listReply(deviceClaim),
  errors: [],
  summary: "List devices of all organizations that are not verified",
  description: "Search covers serial numbers.",
});

export const verifyDevices = endpoint({
  ...callDefaults,
  access: "devices:act",
  method: "POST",
  path: "/v1/admin/device-claims/verify",
  body: z.object({ ids }),
  status: 200,
  reply: emptyReply,
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Verify devices, all or none",
  description: "Their serial numbers count as made from then on. Verified devices stay as they are.",
});

export const deleteDeviceClaims = endpoint({
  ...callDefaults,
  access: "devices:act",
  method: "POST",
  path: "/v1/admin/device-claims/remove",
  body: z.object({ ids }),
  status: 200,
  reply: emptyReply,
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Remove unverified devices from their organizations, all or none",
  description: "Their serial numbers can be registered again.",
});

export const listMadeSerials = endpoint({
  ...callDefaults,
  access: "devices:read",
  method: "GET",
  path: serialsPath,
  query: z.object({ product_id: z.optional(uuid()), ...listQuery(["created_at"]) }),
  status: 200,
  reply: listReply(madeSerial),
  errors: [],
  summary: "List serial numbers that were made",
  description: "Search covers serial numbers.",
});

export const importMadeSerials = endpoint({
  ...callDefaults,
  access: "devices:act",
  method: "POST",
  path: serialsPath,
  body: z.object({}),
  file: {
    name: "file",
    bytes_max: 1024 * 1024,
    types: ["text/csv"],
    description: "A CSV file in UTF-8 of at most 1 MiB and 10,000 lines, with the columns serial_number and sku.",
  },
  status: 200,
  reply: reply(madeSerialsImportShape),
  errors: [],
  summary: "Import serial numbers that were made",
  description:
    "Adds the serial numbers of all lines without a problem; repeating it is safe. Unverified devices with these numbers are verified.",
});
