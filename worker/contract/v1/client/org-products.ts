import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { device } from "../../entities/device.ts";
import { uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listOrgProducts = endpoint({
  method: "GET",
  path: "/v1/client/org-products",
  access: "session",
  query: z.object({ product_id: z.optional(uuid()), ...listQuery(["created_at", "updated_at", "serial"]) }),
  status: 200,
  reply: listReply(device),
  errors: [],
  tag: "Devices",
  summary: "List the organization's registered devices",
  description: "Search looks through the serial numbers. Each comes with the product that it is.",
});
