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
    const result = await registerDevice(ctx, { ...input, org_id, as: "claim" });
    return { result, foreign: 0 };
  });
  ctx.wakeWorkers();
  return getOrgProduct(ctx, id);
}

export async function createAdminOrgProduct(ctx: Ctx, input: NewDevice & { org_id: string }): Promise<Device> {
  const { org_id } = input;
  await lockOrganization(ctx, org_id);
  const { id } = await registerDevice(ctx, { ...input, as: "administrator" });
  ctx.wakeWorkers();
  return getAdminOrgProduct(ctx, { org_id, id });
}

/** `exhausted`: serial numbers beyond the limits of claims; `others`: the other serial numbers that were not added. */
export type RegistrationResult = {
  added: { id: string; serial: string }[];
  exhausted: string[];
  others: ValidatedSerial[];
};

export async function registerDevices(ctx: Ctx, serials: readonly string[]): Promise<RegistrationResult> {
  const { org_id } = requireUser(ctx);
  const registration = await limitForeignSerials(ctx, serials.length, async () => {
    const { added, exhausted } = await insertDevices(ctx, { org_id, serials, as: "claim" });
    const handledSerials = new Set([...added.map(({ serial }) => serial), ...exhausted]);
    const otherSerials = serials.filter((serial) => !handledSerials.has(serial));
    const others = otherSerials.length > 0 ? await validateSerials(ctx, { org_id, serials: otherSerials }) : [];
    return {
      result: { added, exhausted, others },
      foreign: others.filter(({ status }) => status === "foreign").length,
    };
  });
  ctx.wakeWorkers();
  return registration;
}
