import type { Route } from "../../../worker/http/app-env.ts";
import { addDevicesPage, addDevicesForm } from "./add-devices.tsx";
import { deviceChangeForms, devicePage, removeDeviceForm } from "./device.tsx";
import { devices } from "./devices.tsx";
import { importDevices } from "./import-devices.tsx";
import { deviceUpdates } from "./updates.tsx";

export const devicePages: Route[] = [
  ...devices,
  ...deviceUpdates,
  ...importDevices,
  addDevicesPage,
  addDevicesForm,
  devicePage,
  ...deviceChangeForms,
  removeDeviceForm,
];
