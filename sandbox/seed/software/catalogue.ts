import type { SoftwareKind } from "../../../db/enums.ts";
import { seedId } from "../rows.ts";

type Version = {
  version: string;
  /** Days ago; null if unpublished. */
  published: number | null;
  kilobytes: number;
  notes: string;
  /** Plugins only. */
  compatible?: string;
  /** Such as "units 1.0.0". */
  needs?: string[];
};
type Software = {
  kind: SoftwareKind;
  name: string;
  title: string;
  description: string;
  ending: string;
  versions: Version[];
  product_id?: string;
  is_default?: true;
  fits?: string[];
};

const spectrometers = [seedId(101), seedId(102)];
const gates = [seedId(106)];

/**
 * Two plugins share colour-tables, and one has a chain of three dependencies. Globex has the plan of spectral-analysis;
 * Acme's plan of fleet-monitor ended 40 days ago, and Acme bought lims-export.
 */
export const demoSoftware: Software[] = [
  {
    kind: "software",
    name: "flowpoint",
    title: "Flowpoint",
    description: "The desktop app for measurements, maps and reports.",
    ending: "zip",
    versions: [
      { version: "5.0.0", published: 300, kilobytes: 3200, notes: "A new way to arrange results, and dark mode." },
      { version: "5.1.0", published: 180, kilobytes: 4100, notes: "Sections through maps along any line." },
      {
        version: "5.2.0",
        published: 30,
        kilobytes: 5000,
        notes: "Opens 10,000 spectra at once; reports with letterhead.",
      },
      { version: "5.3.0", published: null, kilobytes: 5000, notes: "Two-person approval on tablets." },
    ],
  },
  {
    kind: "software",
    name: "spectra-firmware",
    title: "Spectra firmware",
    description: "For CGX Spectra 100 and Spectra 200.",
    ending: "bin",
    fits: spectrometers,
    versions: [
      { version: "1.4.0", published: 210, kilobytes: 640, notes: "Steadier dark reference above 35 °C." },
      { version: "1.5.0", published: 25, kilobytes: 700, notes: "Starts in half the time; longer exposures." },
    ],
  },
  {
    kind: "software",
    name: "gate-firmware",
    title: "Gate firmware",
    description: "For CGX Gate G4.",
    ending: "bin",
    fits: gates,
    versions: [{ version: "2.0.0", published: null, kilobytes: 900, notes: "Encrypted backups." }],
  },
  {
    kind: "plugin",
    name: "color-maps",
    title: "Color maps",
    description: "Color scales for maps, some of them safe for color blindness.",
    ending: "fpx",
    is_default: true,
    versions: [
      { version: "1.0.0", published: 290, kilobytes: 100, notes: "Eight scales.", compatible: ">=5.0.0 <6" },
      {
        version: "1.1.0",
        published: 28,
        kilobytes: 120,
        notes: "Four more, and your own.",
        compatible: ">=5.2.0 <6",
        needs: ["colour-tables 1.1.0"],
      },
    ],
  },
  {
    kind: "plugin",
    name: "lims-export",
    title: "LIMS Export",
    description: "Writes released results into your laboratory system.",
    ending: "fpx",
    product_id: seedId(124),
    fits: spectrometers,
    versions: [
      { version: "1.2.0", published: 150, kilobytes: 420, notes: "STARLIMS 12.", compatible: ">=5.0.0 <6" },
      {
        version: "1.3.0",
        published: 22,
        kilobytes: 450,
        notes: "Tries again after an outage.",
        compatible: ">=5.1.0 <6",
        needs: ["units 1.0.0"],
      },
    ],
  },
  {
    kind: "plugin",
    name: "spectral-analysis",
    title: "Spectral Analysis",
    description: "Calibration models with uncertainty.",
    ending: "fpx",
    product_id: seedId(119),
    fits: spectrometers,
    versions: [
      {
        version: "2.0.0",
        published: 160,
        kilobytes: 1400,
        notes: "Models with uncertainty.",
        compatible: ">=5.0.0 <6",
      },
      {
        version: "2.1.0",
        published: 18,
        kilobytes: 1500,
        notes: "Batches of thousands of files.",
        compatible: ">=5.1.0 <6",
        needs: ["plot-kernel 3.0.0"],
      },
    ],
  },
  {
    kind: "plugin",
    name: "fleet-monitor",
    title: "Fleet Monitor",
    description: "The state of all your devices on one screen.",
    ending: "fpx",
    product_id: seedId(123),
    fits: gates,
    versions: [
      { version: "4.1.0", published: 240, kilobytes: 800, notes: "Sites.", compatible: ">=5.0.0 <6" },
      { version: "4.2.1", published: 90, kilobytes: 820, notes: "Alarms by mail.", compatible: ">=5.0.0 <6" },
      { version: "4.3.0", published: 15, kilobytes: 860, notes: "Firmware from afar.", compatible: ">=5.1.0 <6" },
    ],
  },
  {
    kind: "plugin",
    name: "report-kit",
    title: "Report Kit",
    description: "Reports from templates.",
    ending: "fpx",
    versions: [
      {
        version: "1.0.0",
        published: null,
        kilobytes: 300,
        notes: "The first one.",
        compatible: ">=5.2.0 <6",
        needs: ["units 2.0.0"],
      },
    ],
  },
  {
    kind: "dependency",
    name: "plot-kernel",
    title: "Plot kernel",
    description: "Draws curves and maps.",
    ending: "fpl",
    versions: [{ version: "3.0.0", published: 200, kilobytes: 950, notes: "Faster.", needs: ["colour-tables 1.1.0"] }],
  },
  {
    kind: "dependency",
    name: "colour-tables",
    title: "Color tables",
    description: "Colors by numbers.",
    ending: "fpl",
    versions: [
      { version: "1.0.0", published: 310, kilobytes: 110, notes: "The first one." },
      { version: "1.1.0", published: 205, kilobytes: 130, notes: "CIE 2015.", needs: ["units 1.0.0"] },
    ],
  },
  {
    kind: "dependency",
    name: "units",
    title: "Units",
    description: "Converts units of measurement.",
    ending: "fpl",
    versions: [
      { version: "1.0.0", published: 320, kilobytes: 100, notes: "SI." },
      { version: "2.0.0", published: null, kilobytes: 140, notes: "US customary units, too." },
    ],
  },
];

const firstSoftwareSeed = 701;
const firstVersionSeed = 741;

export const numberedSoftware = demoSoftware.map((software, index) => ({
  ...software,
  id: seedId(firstSoftwareSeed + index),
}));

export const demoVersions = numberedSoftware
  .flatMap((software) => software.versions.map((version) => ({ software, version })))
  .map(({ software, version }, index) => ({
    id: seedId(firstVersionSeed + index),
    software,
    version,
    label: `${software.name} ${version.version}`,
    file_name: `${software.name}-${version.version}.${software.ending}`,
    bytes: version.kilobytes * 1000,
  }));
