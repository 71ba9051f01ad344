import type { SeedProduct } from "./product.ts";

const files = "https://downloads.example.com";
const marks = "CE, UKCA, FCC part 15 class B, RoHS 3";
const inStock = "Ships in 2 to 3 working days";

export const sensors: SeedProduct[] = [
  {
    id: "01900000-0000-7000-8000-000000000104",
    sku: "CGX-T20",
    name: "CGX Terra T20",
    type: "hardware",
    category: "Sensors",
    price_levels: { "Base Price": 32_900, Partner: 29_600, Education: 27_900 },
    main_image: "/products/terra-t20.svg",
    other_images: ["/products/terra-t20-front.svg", "/products/gate-topology.svg"],
    short_description: "Climate sensor: temperature, humidity and air pressure in a ventilated shield.",
    long_description:
      "A radiation shield, three calibrated elements and a battery for five years. Terra T20 records the climate next to your measurement, so that a shift in the data can be told from a shift in the weather.",
    detailed_description: [
      {
        title: "Accuracy",
        description:
          "±0.1 °C from 0 to 60 °C, ±1.5 % relative humidity, ±0.5 hPa. A certificate with five points is in the box.",
      },
      {
        title: "Radio",
        description: "Sub-GHz, 400 m in the open, encrypted. Keeps 30 days of readings when the gateway is away.",
      },
    ],
    key_features: [
      "±0.1 °C and ±1.5 % RH",
      "Five years on one battery",
      "Keeps 30 days of readings",
      "Certificate in the box",
    ],
    compatibility: ["CGX Gate G4", "Flowpoint 4.8 or newer"],
    devices: ["CGX Terra T20"],
    certifications: `${marks}, IP 65`,
    format: "Ø 124 × 177 mm",
    availability: inStock,
    downloads: [{ name: "Data sheet (PDF)", link: `${files}/terra-t20/data-sheet.pdf` }],
    patterns: ["CGX-T20-\\d{5}"],
  },
  {
    id: "01900000-0000-7000-8000-000000000105",
    sku: "CGX-V3",
    name: "CGX Vibra V3",
    type: "hardware",
    category: "Sensors",
    price_levels: { "Base Price": 54_500, Partner: 48_500, Education: 46_300 },
    main_image: "/products/vibra-v3.svg",
    other_images: ["/products/vibra-v3-axes.svg", "/products/m12-pinout.svg", "/products/gate-topology.svg"],
    short_description: "Three-axis vibration sensor for bearings, pumps and fans, 0.5 Hz to 10 kHz.",
    long_description:
      "Screwed to the bearing housing, Vibra V3 samples three axes without a gap and reduces them on the device to the spectra that tell a worn bearing from a loose foot. One M12 cable carries power and data.",
    detailed_description: [
      {
        title: "Measurement",
        description:
          "Piezo-electric, ±50 g, 0.5 Hz to 10 kHz (±3 dB), noise 40 µg/√Hz, surface temperature as a fourth channel.",
      },
      {
        title: "Mounting",
        description: "M8 stud, adhesive pad or magnet. Hexagon base, 22 mm across flats; tighten to 6 N·m.",
      },
    ],
    key_features: [
      "Three axes to 10 kHz",
      "Spectra calculated on the device",
      "One M12 cable for power and data",
      "Housing of stainless steel, IP 69K",
    ],
    compatibility: ["CGX Gate G4", "CGX M12 Sensor Cable 5 m", "Flowpoint 5.0 or newer"],
    devices: ["CGX Vibra V3"],
    certifications: `${marks}, IP 69K, ATEX zone 2`,
    format: "Ø 50 × 106 mm",
    availability: inStock,
    downloads: [
      { name: "Data sheet (PDF)", link: `${files}/vibra-v3/data-sheet.pdf` },
      { name: "Mounting guide (PDF)", link: `${files}/vibra-v3/mounting.pdf` },
    ],
    patterns: ["CGX-V3-\\d{5}"],
  },
  {
    id: "01900000-0000-7000-8000-000000000106",
    sku: "CGX-G4",
    name: "CGX Gate G4",
    type: "hardware",
    category: "Gateways",
    price_levels: { "Base Price": 89_000, Partner: 77_400, Education: 75_700 },
    main_image: "/products/gate-g4.svg",
    other_images: ["/products/gate-g4-front.svg", "/products/gate-topology.svg"],
    short_description: "Gateway for up to 64 devices, with four ports, radio and a week of storage.",
    long_description:
      "Collects what your devices measure, keeps it for seven days and hands it to Flowpoint, to your historian or to both. Updates arrive signed and are undone by themselves when a device does not come back.",
    detailed_description: [
      {
        title: "Connections",
        description:
          "Four Ethernet ports (two with PoE+), sub-GHz radio, Wi-Fi 6, optional LTE. Modbus TCP, OPC UA and MQTT.",
      },
      { title: "Security", description: "Secure boot, keys in a hardware element, no open port towards the internet." },
    ],
    key_features: [
      "Up to 64 devices",
      "OPC UA, MQTT and Modbus TCP",
      "Seven days of storage",
      "Signed updates that undo themselves",
    ],
    compatibility: ["Flowpoint 4.8 or newer", "CGX Terra T20", "CGX Vibra V3", "CGX Spectra 100", "CGX Spectra 200"],
    devices: ["CGX Gate G4"],
    certifications: `${marks}, IEC 62443-4-2`,
    format: "220 × 124 × 40 mm, DIN rail or wall",
    availability: inStock,
    downloads: [
      { name: "Data sheet (PDF)", link: `${files}/gate-g4/data-sheet.pdf` },
      { name: "Hardening guide (PDF)", link: `${files}/gate-g4/hardening.pdf` },
    ],
    links: [{ name: "Release notes", link: `${files}/gate-g4/releases` }],
    patterns: ["CGX-G4-\\d{5}"],
  },
  {
    id: "01900000-0000-7000-8000-000000000107",
    sku: "CGX-G8",
    name: "CGX Gate G8 Rack",
    type: "hardware",
    category: "Gateways",
    is_published: false,
    price_levels: { "Base Price": 239_000, Partner: 210_300, Education: 203_200 },
    main_image: "/products/gate-g8.svg",
    other_images: ["/products/gate-topology.svg"],
    short_description: "Rack gateway for a whole hall: 512 devices, sixteen ports, redundant supply.",
    long_description:
      "The big sister of the G4 for the server room: one height unit, sixteen ports and two power supplies. Two of them share the work and take over from each other in under a second.",
    detailed_description: [
      {
        title: "Redundancy",
        description: "Two hot-swap supplies, mirrored storage, takeover by a second unit in 800 ms.",
      },
    ],
    key_features: ["Up to 512 devices", "Sixteen ports, eight with PoE+", "Takeover in 800 ms"],
    compatibility: ["Flowpoint 5.4 or newer"],
    devices: ["CGX Gate G8 Rack"],
    certifications: "CE in preparation",
    format: "19 inch, 1 U, 440 × 300 × 44 mm",
    availability: "Announced for next spring",
    notes: "Do not publish before the radio approval is here.",
    patterns: ["CGX-G8-\\d{5}"],
  },
];
