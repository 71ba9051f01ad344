import { randomBytes } from "node:crypto";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { isConsoleAccess, isPermission } from "../../../worker/contract/people/permissions.ts";
import { principal, signedIn, visitor } from "../../support/actors.ts";
import { createAccountRequest } from "../../support/factories.ts";
import type { KnownIds } from "./arbitrary-input.ts";
import { createOrganizationRows } from "../organization-rows.ts";

/**
 * FUZZ_RUNS sets the requests per call, FUZZ_SEED the seed or "random". The default seed is fixed, so that runs of one
 * commit have the same result.
 */
export const runs = Number(process.env["FUZZ_RUNS"] ?? 2);
const requestedSeed = process.env["FUZZ_SEED"] ?? "20261122";
export const seed = requestedSeed === "random" ? randomBytes(4).readInt32BE() : Number(requestedSeed);
console.log(`fuzzing each call ${runs} times with FUZZ_SEED=${seed}`);

/** A client that the endpoint's guard admits: a user of this organization if the endpoint needs one. */
export const createCaller = async (spec: Endpoint, org_id?: string) => {
  if (isConsoleAccess(spec.access) || spec.access === "admin-behind-session") return (await principal("admin")).client;
  if (isPermission(spec.access) || ["session", "navigation", "visitor-or-session"].includes(spec.access)) {
    return (await signedIn({ roles: ["org", "buyer", "user"], ...(org_id ? { org_id } : {}) })).client;
  }
  const anonymousClient = visitor();
  if (spec.access.startsWith("verify:"))
    anonymousClient.cookies.set("__Host-verify", randomBytes(32).toString("base64url"));
  return anonymousClient;
};

export async function createKnownIds(): Promise<KnownIds> {
  const [{ owner: _owner, ...ids }, request] = [await createOrganizationRows(), await createAccountRequest()];
  return { ...ids, request_id: request.id, id: ids.product_id, productId: ids.product_id };
}
