import { type Ctx, requireUser } from "../context.ts";
import { lockOrganization } from "../organizations/index.ts";
import { limitForeignSerials, validateSerials, type ValidatedSerial } from "./validate-serials.ts";
import { type Device, getAdminOrgProduct, getOrgProduct } from "./list-org-products.ts";
import { insertDevices, registerDevice } from "./register-device.ts";

type NewDevice = { serial: string; product_id?: string | undefined };

/** Registers a device for the actor's organization; a repeated serial number returns the existing device (O-126). */
export async function createOrgProduct(ctx: Ctx, input: NewDevice): Promise<Device> {
  const { org_id } = requireUser(ctx);
  const { id } = await limitForeignSerials(ctx, 1, async () => {
    const result = await registerDevice(ctx, { ...input, org_id });
    return { result, foreign: 0 };
  });
  ctx.wakeWorkers();
  return getOrgProduct(ctx, id);
}

/** Registers a device for any organization, for administrators. */
export async function createAdminOrgProduct(ctx: Ctx, input: NewDevice & { org_id: string }): Promise<Device> {
  const { org_id } = input;
  await lockOrganization(ctx, org_id);
  const { id } = await registerDevice(ctx, input);
  ctx.wakeWorkers();
  return getAdminOrgProduct(ctx, { org_id, id });
}

/** Result of registering several serial numbers: the added devices, and the others with their status. */
export type Registered = { added: { id: string; serial: string }[]; others: ValidatedSerial[] };

/** Registers the available serial numbers for the actor's organization and reports the others. */
export async function registerDevices(ctx: Ctx, serials: readonly string[]): Promise<Registered> {
  const { org_id } = requireUser(ctx);
  const registered = await limitForeignSerials(ctx, serials.length, async () => {
    const added = await insertDevices(ctx, { org_id, serials });
    const names = new Set(added.map(({ serial }) => serial));
    const rest = serials.filter((serial) => !names.has(serial));
    const others = rest.length > 0 ? await validateSerials(ctx, { org_id, serials: rest }) : [];
    return { result: { added, others }, foreign: others.filter(({ verdict }) => verdict === "foreign").length };
  });
  ctx.wakeWorkers();
  return registered;
}
