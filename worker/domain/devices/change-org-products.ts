import { type Ctx, requireUser } from "../context.ts";
import { holdOrganization } from "../organizations/index.ts";
import { countingForeign, validateSerials, type ValidatedSerial } from "./validate-serials.ts";
import { type Device, getAdminOrgProduct, getOrgProduct } from "./list-org-products.ts";
import { insertDevices, registerDevice } from "./register-device.ts";

type NewDevice = { serial: string; product_id?: string | undefined };

/**
 * Registers a device for the caller's organization; the same serial number again answers the device that is there (O-126).
 * Throws TooManyRequests and what registerDevice throws.
 */
export async function createOrgProduct(ctx: Ctx, input: NewDevice): Promise<Device> {
  const { org_id } = requireUser(ctx);
  const { id } = await countingForeign(ctx, 1, async () => {
    const result = await registerDevice(ctx, { ...input, org_id });
    return { result, foreign: 0 };
  });
  ctx.wakeWorkers();
  return getOrgProduct(ctx, id);
}

/** Registers a device for any organization, for administrators. Throws ORG_NOT_FOUND and what registerDevice throws. */
export async function createAdminOrgProduct(ctx: Ctx, input: NewDevice & { org_id: string }): Promise<Device> {
  const { org_id } = input;
  await holdOrganization(ctx, org_id);
  const { id } = await registerDevice(ctx, input);
  ctx.wakeWorkers();
  return getAdminOrgProduct(ctx, { org_id, id });
}

/** What became of several serial numbers: the devices that were added, and the others, each with why. */
export type Registered = { added: { id: string; serial: string }[]; others: ValidatedSerial[] };

/**
 * Registers of these serial numbers for the caller's organization those that can be, and tells of the others.
 * Throws TooManyRequests.
 */
export async function registerDevices(ctx: Ctx, serials: readonly string[]): Promise<Registered> {
  const { org_id } = requireUser(ctx);
  const registered = await countingForeign(ctx, serials.length, async () => {
    const added = await insertDevices(ctx, { org_id, serials });
    const names = new Set(added.map(({ serial }) => serial));
    const rest = serials.filter((serial) => !names.has(serial));
    const others = rest.length > 0 ? await validateSerials(ctx, { org_id, serials: rest }) : [];
    return { result: { added, others }, foreign: others.filter(({ verdict }) => verdict === "foreign").length };
  });
  ctx.wakeWorkers();
  return registered;
}
