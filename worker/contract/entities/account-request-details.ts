import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { accountRequest } from "./account-request.ts";

const reference = z.object({ id: z.string(), name: z.string() });

export const candidate = z.object({
  id: z.string(),
  name: z.string(),
  price_level_name: z.nullable(z.string()),
  has_device: describe(z.boolean(), "Whether the device with the requested serial number is registered to it"),
  people_at_domain: describe(z.int(), "Its active users with an email address at the domain of the request"),
  likeness: describe(z.int(), "Trigram similarity of its name to the requested one, in percent"),
});

const duplicate = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  org_name: z.string(),
  status: z.enum(accountRequestStatuses),
  created_at: instant(),
  same: describe(z.array(z.enum(["email", "domain", "serial"])), "Signals that it shares with the request"),
});

export const requestSignals = z.object({
  domain: describe(z.nullable(z.string()), "Domain of the email address; null: a public mail provider"),
  serial: describe(
    z.nullable(
      z.object({
        verdict: describe(z.enum(["registered", "free", "unknown"]), "unknown: no product matches the serial number"),
        product: z.nullable(reference),
      }),
    ),
    "Lookup of the requested serial number; null: none given",
  ),
  organizations: describe(z.array(candidate), "Candidates, most likely first"),
  suggested_org_id: describe(
    z.nullable(z.string()),
    "Organization suggested by serial number, domain or name; null: signals missing or contradictory",
  ),
  duplicates: describe(
    z.array(duplicate),
    "Other requests with the same email address, domain or serial number, newest first",
  ),
  person: describe(
    z.nullable(z.object({ ...reference.shape, is_active: z.boolean(), organization: reference })),
    "User who already has the email address, which blocks approval",
  ),
});

export const accountRequestDetails = z.object({
  ...accountRequest.shape,
  decision: describe(
    z.nullable(
      z.object({
        at: instant(),
        by: describe(z.nullable(z.string()), "Name of the administrator"),
        reason: z.nullable(z.string()),
        organization: describe(z.nullable(reference), "Current organization of the user"),
      }),
    ),
    "Administrator who approved or rejected it, and when",
  ),
  evidence: describe(requestSignals, "Known facts about the requester"),
});
