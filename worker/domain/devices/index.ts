/**
 * Devices that organizations own: registration by serial number, history, transfer and removal. A serial number finds its
 * product by the patterns of the catalog.
 */
export { createAdminOrgProduct, createOrgProduct, registerDevices } from "./change-org-products.ts";
export { type DeviceHistory, readDeviceHistory } from "./device-history.ts";
export { checkSerials, validateSerials, type ValidatedSerial } from "./validate-serials.ts";
export {
  type Device,
  type FleetProduct,
  getAdminOrgProduct,
  getOrgProduct,
  listAdminOrgProducts,
  listFleetProducts,
  listOrgProducts,
} from "./list-org-products.ts";
export { lookUpProduct } from "./look-up-product.ts";
export { registerDevice, registering } from "./register-device.ts";
export { deleteAdminOrgProduct, deleteOrgProduct, deleteOrgProducts, unregistering } from "./remove-device.ts";
