import type { SubscriptionTerm } from "../../../db/enums.ts";
import type { SeedProduct } from "./product.ts";

const files = "https://downloads.example.com";
const desktopPlatforms = ["Windows", "macOS"];
const computerRequirements = "Windows 11 or macOS 14, 8 GB of memory, 4 GB of free disk space";
const spectrometers = ["CGX Spectra 100", "CGX Spectra 200", "CGX Spectra Inline 400"];

type Family = Omit<SeedProduct, "id" | "sku" | "name" | "price_levels" | "main_image" | "subscription_term" | "family">;
type Plan = [
  number: number,
  sku: string,
  name: string,
  picture: string,
  base: number,
  partner: number,
  education: number,
];

const team: Family = {
  type: "software",
  category: "Flowpoint",
  author: "CGX",
  other_images: ["/products/flowpoint-plots.svg", "/products/flowpoint-report.svg"],
  short_description: "Flowpoint for a group: shared projects, reports and device settings, five seats.",
  long_description:
    "Everyone sees the same measurement with the same settings. Projects live in one place, every change names its author, and a report that was sent can be opened again exactly as it was.",
  detailed_description: [
    {
      title: "Seats",
      description: "Five named people. Further groups of five are added by buying Flowpoint Pro for them.",
    },
    { title: "Data", description: "200 GB in the region that you choose; export at any time as CSV, HDF5 or PDF." },
  ],
  key_features: ["Five seats", "Shared projects with history", "Reports with your letterhead", "All CGX devices"],
  compatibility: ["CGX Spectra 100", "CGX Spectra 200", "CGX Terra T20", "CGX Vibra V3", "CGX Gate G4"],
  devices: ["CGX Spectra 100", "CGX Spectra 200", "CGX Terra T20", "CGX Vibra V3", "CGX Gate G4"],
  software_use_cases: ["Color measurement", "Material analysis", "Reporting"],
  platforms: desktopPlatforms,
  requirements: computerRequirements,
  format: "Download, licence by account",
  availability: "At once",
  downloads: [
    { name: "Flowpoint for Windows", link: `${files}/flowpoint/windows` },
    { name: "Flowpoint for macOS", link: `${files}/flowpoint/macos` },
  ],
  links: [{ name: "What is new", link: `${files}/flowpoint/releases` }],
};

const pro: Family = {
  ...team,
  short_description: "Flowpoint with maps, sections, scripting and approval of results, 25 seats.",
  long_description:
    "For laboratories whose results must stand up. Pro adds surface maps with sections along any line, scripts in Python, two-person approval and an audit trail that cannot be edited.",
  detailed_description: [
    {
      title: "Approval",
      description: "Results are released by a second person; electronic signatures follow 21 CFR part 11.",
    },
    {
      title: "Scripts",
      description: "Python 3.13 with NumPy beside your data; scripts are versioned with the project.",
    },
  ],
  key_features: [
    "25 seats",
    "Surface maps with sections",
    "Python beside your data",
    "Two-person approval",
    "Audit trail",
  ],
  software_use_cases: ["Color measurement", "Material analysis", "Process control", "Reporting"],
  platforms: [...desktopPlatforms, "Linux"],
  requirements: "Windows 11, macOS 14 or Ubuntu 24.04, 16 GB of memory, 20 GB of free disk space",
  certifications: "21 CFR part 11, GAMP 5 category 4",
};

const analysis: Family = {
  ...team,
  other_images: ["/products/flowpoint-plots.svg"],
  short_description: "Peaks, baselines, mixtures: quantitative analysis of spectra in Flowpoint.",
  long_description:
    "Finds peaks, removes baselines, resolves mixtures and builds calibration models that say how sure they are. Every step can be undone, repeated on a thousand files, and explained to an auditor.",
  detailed_description: [
    {
      title: "Methods",
      description: "PLS and MCR-ALS with cross-validation, Savitzky-Golay, asymmetric least squares, Voigt fits.",
    },
  ],
  key_features: ["Calibration models with uncertainty", "Batches of thousands of files", "Every step on record"],
  compatibility: ["Flowpoint Team or Pro 5.0 or newer"],
  devices: spectrometers,
  software_use_cases: ["Material analysis", "Process control"],
  platforms: [...desktopPlatforms, "Linux"],
  downloads: [{ name: "Method handbook (PDF)", link: `${files}/spectral-analysis/handbook.pdf` }],
  links: [],
};

const color: Family = {
  ...analysis,
  other_images: ["/products/flowpoint-report.svg"],
  short_description: "Tolerances, pass or fail and drift of color for incoming goods and production.",
  long_description:
    "Set a standard, set a tolerance, measure: Color QC says pass or fail in the color spaces that your customers write into their contracts, and shows when a line begins to drift.",
  detailed_description: [
    {
      title: "Color",
      description:
        "CIELAB, CIEDE2000, CMC(l:c), whiteness and yellowness; illuminants A, D50, D65, F2, F11 and LED-B3.",
    },
  ],
  key_features: ["Tolerances from real batches", "Pass or fail in a second", "Drift charts per line"],
  devices: ["CGX Spectra 100"],
  software_use_cases: ["Color measurement", "Process control"],
  platforms: desktopPlatforms,
  downloads: [],
};

const vibration: Family = {
  ...analysis,
  other_images: ["/products/vibra-v3-axes.svg"],
  short_description: "Bearing, imbalance and misalignment diagnosis from Vibra sensors.",
  long_description:
    "Reads the spectra of your Vibra sensors, knows the bearings of 40,000 machines and names the fault in words, weeks before it can be heard.",
  detailed_description: [
    {
      title: "Diagnosis",
      description:
        "Envelope spectra, order tracking and limits after ISO 20816; a list of findings, most urgent first.",
    },
  ],
  key_features: ["40,000 bearings on file", "Limits after ISO 20816", "Findings in plain words"],
  compatibility: ["CGX Vibra V3", "CGX Gate G4"],
  devices: ["CGX Vibra V3"],
  software_use_cases: ["Condition monitoring"],
  platforms: ["Windows", "CGX Gate"],
  downloads: [],
};

const fleet: Family = {
  ...analysis,
  other_images: ["/products/gate-topology.svg", "/products/flowpoint-plots.svg"],
  short_description: "All devices of all sites on one screen: state, calibration due, updates.",
  long_description:
    "Shows which device is where, whether it is well and when its calibration is due, and rolls out updates site by site. For organizations with ten devices or ten thousand.",
  detailed_description: [
    {
      title: "Updates",
      description:
        "Planned by site and hour, begun with one device, stopped by themselves when it does not report back.",
    },
  ],
  key_features: [
    "State of every device",
    "Calibration calendar",
    "Updates by site and hour",
    "Alerts by mail and text message",
  ],
  compatibility: ["CGX Gate G4", "CGX Terra T20", "CGX Vibra V3"],
  devices: ["CGX Gate G4", "CGX Terra T20", "CGX Vibra V3"],
  software_use_cases: ["Fleet management", "Condition monitoring"],
  platforms: ["Windows", "macOS", "Linux", "CGX Gate"],
  downloads: [],
};

/** Prices are in US cents per term. */
export const plans: SeedProduct[] = [
  plan("month", team, [115, "FP-TEAM-M", "Flowpoint Team, monthly", "flowpoint-team-month", 9_900, 8_900, 5_900]),
  plan("year", team, [116, "FP-TEAM-Y", "Flowpoint Team, yearly", "flowpoint-team-year", 99_000, 89_100, 59_000]),
  plan("month", pro, [117, "FP-PRO-M", "Flowpoint Pro, monthly", "flowpoint-pro-month", 34_900, 30_700, 20_900]),
  plan("year", pro, [118, "FP-PRO-Y", "Flowpoint Pro, yearly", "flowpoint-pro-year", 349_000, 307_100, 209_000]),
  plan("month", analysis, [
    119,
    "FP-SPA-M",
    "Spectral Analysis, monthly",
    "spectral-analysis-month",
    14_900,
    13_400,
    8_900,
  ]),
  plan("year", analysis, [
    120,
    "FP-SPA-Y",
    "Spectral Analysis, yearly",
    "spectral-analysis-year",
    149_000,
    134_100,
    89_000,
  ]),
  plan("year", color, [121, "FP-CQC-Y", "Color QC, yearly", "color-qc", 119_000, 107_100, 71_000]),
  plan("month", vibration, [122, "FP-VIB-M", "Vibration Insight, monthly", "vibration-insight", 7_900, 7_100, 4_700]),
  plan("year", fleet, [123, "FP-FLT-Y", "Fleet Monitor, yearly", "fleet-monitor", 189_000, 166_300, 113_000]),
];

function plan(
  subscription_term: SubscriptionTerm,
  family: Family,
  [number, sku, name, picture, base, partner, education]: Plan,
): SeedProduct {
  return {
    ...family,
    id: `01900000-0000-7000-8000-000000000${number}`,
    sku,
    name,
    price_levels: { "Base Price": base, Partner: partner, Education: education },
    main_image: `/products/${picture}.svg`,
    subscription_term,
    family: name.replace(/, (monthly|yearly)$/, ""),
  };
}
