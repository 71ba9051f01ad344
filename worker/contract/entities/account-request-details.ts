import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";
import { accountRequest } from "./account-request.ts";

const reference = z.object({ id: z.string(), name: z.string() });

export const candidate = z.object({
  id: z.string(),
  name: z.string(),
  price_level_name: z.nullable(z.string()),
  has_device: described(z.boolean(), "Whether the device with the requested serial number is registered to it"),
  people_at_domain: described(z.int(), "Its active users with an email address at the domain of the request"),
  likeness: described(z.int(), "Trigram similarity of its name to the requested one, in percent"),
});

const duplicate = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  org_name: z.string(),
  status: z.enum(accountRequestStatuses),
  created_at: instant(),
  same: described(z.array(z.enum(["email", "domain", "serial"])), "Signals that it shares with the request"),
});

export const requestSignals = z.object({
  domain: described(z.nullable(z.string()), "Domain of the email address; null: a public mail provider"),
  serial: described(
    z.nullable(
      z.object({
        verdict: described(z.enum(["registered", "free", "unknown"]), "unknown: no product matches the serial number"),
        product: z.nullable(reference),
      }),
    ),
    "Lookup of the requested serial number; null: none given",
  ),
  organizations: described(z.array(candidate), "Candidates, most likely first"),
  suggested_org_id: described(
    z.nullable(z.string()),
    "Organization suggested by serial number, domain or name; null: signals missing or contradictory",
  ),
  duplicates: described(
    z.array(duplicate),
    "Other requests with the same email address, domain or serial number, newest first",
  ),
  person: described(
    z.nullable(z.object({ ...reference.shape, is_active: z.boolean(), organization: reference })),
    "User who already has the email address, which blocks approval",
  ),
});

export const accountRequestDetails = z.object({
  ...accountRequest.shape,
  decision: described(
    z.nullable(
      z.object({
        at: instant(),
        by: described(z.nullable(z.string()), "Name of the administrator"),
        reason: z.nullable(z.string()),
        organization: described(z.nullable(reference), "Current organization of the user"),
      }),
    ),
    "Administrator who approved or rejected it, and when",
  ),
  evidence: described(requestSignals, "Known facts about the requester"),
});
