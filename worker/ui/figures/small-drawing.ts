/** Products with a file in islands/public/products/small. */
const drawnProducts = new Set([
  "color-qc",
  "fibre-sma",
  "field-case",
  "fleet-monitor",
  "flowpoint-pro",
  "flowpoint-team",
  "gate-g4",
  "gate-g8",
  "integrating-sphere",
  "lims-export",
  "m12-cable",
  "reflectance-standards",
  "spectra-100",
  "spectra-200",
  "spectra-50",
  "spectra-inline-400",
  "spectral-analysis",
  "terra-t20",
  "vibra-v3",
  "vibration-insight",
  "wavelength-lamp",
]);

/** Returns the address of the drawing that is clear at 48 px, or `src` if there is none. */
export function smallDrawing(src: string | null): string | null {
  const [, name = ""] = /^\/products\/([a-z0-9-]+?)(?:-month|-year)?\.svg$/.exec(src ?? "") ?? [];
  return drawnProducts.has(name) ? `/products/small/${name}.svg` : src;
}
