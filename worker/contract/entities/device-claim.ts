import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

const product = z.object({ id: z.string(), name: z.string(), sku: z.nullable(z.string()) });

/** A device whose owner is known only from the claim of the organization that registered it. */
export const deviceClaimShape = {
  id: z.string(),
  serial: describe(z.string(), "Registered serial number"),
  org: describe(z.object({ id: z.string(), name: z.string() }), "Organization that registered it"),
  product,
  created_at: instant(),
};
export const deviceClaim = z.object(deviceClaimShape);

export const madeSerialShape = {
  id: z.string(),
  serial: describe(z.string(), "Serial number that was made"),
  product,
  created_at: instant(),
};
export const madeSerial = z.object(madeSerialShape);

export const madeSerialsMax = 10_000;
const problem = z.object({ line: z.int(), serial: z.string(), message: z.string() });

export const madeSerialsImportShape = {
  added: describe(z.int(), "New serial numbers"),
  already_known: describe(z.int(), "Serial numbers that were in the list before"),
  devices_verified: describe(z.int(), "Devices that were unverified before"),
  refused: describe(z.int(), "Lines with a problem"),
  problems: describe(z.array(problem), "The first 100 lines with a problem"),
};
