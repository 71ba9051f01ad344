/**
 * Devices that organizations own: registration by serial number, history, takeover by a shipment and removal. The
 * product patterns of the catalog map a serial number to its product. Claims are unverified until a shipment, the list
 * of made serial numbers or an administrator confirms them.
 */
export { createAdminOrgProduct, createOrgProduct, registerDevices } from "./change-org-products.ts";
export { deleteDeviceClaims, listDeviceClaims, verifyDevices } from "./device-claims.ts";
export { importMadeSerials, listMadeSerials } from "./made-serials.ts";
export { type DeviceHistory, readDeviceHistory } from "./device-history.ts";
export { checkSerials, validateSerials, type ValidatedSerial } from "./validate-serials.ts";
export {
  countDeviceUpdates,
  sumUpdates,
  type Device,
  type DeviceProduct,
  getAdminOrgProduct,
  getOrgProduct,
  hasUpdate,
  installedKey,
  listAdminOrgProducts,
  listDevicePlaces,
  listDeviceProducts,
  type ProductUpdates,
  listOrgProducts,
} from "./list-org-products.ts";
export { lookUpProduct } from "./look-up-product.ts";
export { registerDevice } from "./register-device.ts";
export { deleteAdminOrgProduct, deleteOrgProduct, deleteOrgProducts } from "./remove-device.ts";
export {
  type DeviceChange,
  findDevicesBySerial,
  type NamedDevice,
  reportInstalledVersion,
  undoDeviceChanges,
  updateDevices,
  updateOrgProduct,
} from "./update-devices.ts";
export { shipDevicesParts, unregisterDevicesParts, unshipDevicesParts } from "./ship-devices.ts";
