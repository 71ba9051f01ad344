import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../../db/enums.ts";
import { described, instant } from "../../fields.ts";
import { accountRequest } from "../account-request.ts";

const named = z.object({ id: z.string(), name: z.string() });

/** An organization that the person may belong to, and what speaks for it. */
export const candidate = z.object({
  id: z.string(),
  name: z.string(),
  price_level_name: z.nullable(z.string()),
  has_device: described(z.boolean(), "The device with the serial number of the request is registered there"),
  people_at_domain: described(z.int(), "Its active people whose addresses have the domain of the request"),
  likeness: described(z.int(), "How alike its name and the one that was typed are, in percent (trigrams)"),
});

const duplicate = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  org_name: z.string(),
  status: z.enum(accountRequestStatuses),
  created_at: instant(),
  same: described(z.array(z.enum(["email", "domain", "serial"])), "What it has in common with the request"),
});

/** What is known about who asks. */
export const requestSignals = z.object({
  domain: described(z.nullable(z.string()), "The domain of the address; null where anybody gets an address of it"),
  serial: described(
    z.nullable(
      z.object({
        verdict: described(z.enum(["registered", "free", "unknown"]), "unknown: no product has such serial numbers"),
        product: z.nullable(named),
      }),
    ),
    "What the serial number of the request is; null where none was typed",
  ),
  organizations: described(z.array(candidate), "Those it may be, the likeliest first"),
  suggested_org_id: described(
    z.nullable(z.string()),
    "The one that serial number, domain or name speak for; null where they disagree or say nothing",
  ),
  duplicates: described(
    z.array(duplicate),
    "Other requests of the same address, domain or serial number, newest first",
  ),
  person: described(
    z.nullable(z.object({ ...named.shape, is_active: z.boolean(), organization: named })),
    "Who has that address already: such a request cannot be approved",
  ),
});

/** An account request with what is known about it, and what became of it. */
export const askedAccount = z.object({
  ...accountRequest.shape,
  decision: described(
    z.nullable(
      z.object({
        at: instant(),
        by: described(z.nullable(z.string()), "Name of the administrator"),
        reason: z.nullable(z.string()),
        organization: described(z.nullable(named), "Where the person is now"),
      }),
    ),
    "Who approved or rejected it, and when",
  ),
  evidence: described(requestSignals, "What is known about who asks"),
});
