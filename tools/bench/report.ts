import { availableParallelism } from "node:os";
import type { Measurement } from "./compare.ts";
import { type Flood, floodToText } from "./shop/flood.ts";
import { type HalfRate, halfRateToText } from "./half-rate.ts";
import { htmlBytesMax, stylesheetBytesMax } from "./pages.ts";
import type { RoundTrips } from "./round-trips.ts";
import { type FirstView, firstViewsToText } from "./first-views.ts";
import type { SlowForm } from "./slow-form.ts";
import { type PageBesideList, pagesToText } from "./shop/page-times.ts";
import type { StoreCall } from "./shop/store.ts";
import { storeCallsToText } from "./shop/store-report.ts";
import { row, resultLabel } from "./table.ts";
import type { Weight } from "./weight.ts";

export type WeighedPage = Weight & { name: string; script_bytes_max: number };

/** Unmeasured parts are absent. */
export interface Report {
  /** The server had its own core. */
  pinned: boolean;
  /** Load average of the minute before the run; above half of the cores, absolute numbers are too low. */
  load_before: number;
  pages?: Measurement[];
  reads?: Measurement[];
  half_rate?: HalfRate[];
  round_trips?: RoundTrips[];
  cold_start_ms?: number;
  weight?: WeighedPage[];
  slow_form?: SlowForm;
  first_views?: FirstView[];
  store_calls?: StoreCall[];
  /** Signed-in pages of the large data set. */
  people_pages?: PageBesideList[];
  flood?: Flood;
}

export const goals = {
  page_ratio: 0.7,
  read_ratio: 0.6,
  cold_start_ms: 110,
  session_round_trips: 1,
  usable_ms: 350,
  hydrated_ms: 450,
};

export function reportToText(report: Report): string {
  const sections: string[] = [];
  if (report.load_before > availableParallelism() / 2)
    sections.push(
      `Something else is at work here (load ${report.load_before.toFixed(1)}): run this again on a quiet machine before believing it.`,
    );
  if (report.pages && !report.pinned)
    sections.push("The server had no core of its own: its absolute numbers are those of a shared one.");
  if (report.pages) sections.push(comparisonToText("Pages against a static answer", report.pages, goals.page_ratio));
  if (report.reads)
    sections.push(comparisonToText("Reads against a bare one-row SELECT", report.reads, goals.read_ratio));
  if (report.half_rate) sections.push(halfRateToText(report.half_rate));
  if (report.round_trips) sections.push(roundTripsToText(report.round_trips));
  if (report.cold_start_ms !== undefined) {
    const { cold_start_ms } = report;
    const result = resultLabel(cold_start_ms <= goals.cold_start_ms);
    sections.push(
      `First 200 after a cold start: ${cold_start_ms.toFixed(0)} ms (at most ${goals.cold_start_ms}) ${result}`,
    );
  }
  if (report.store_calls) sections.push(storeCallsToText(report.store_calls));
  if (report.people_pages) sections.push(pagesToText(report.people_pages));
  if (report.flood) sections.push(floodToText(report.flood));
  if (report.weight) sections.push(weightsToText(report.weight));
  if (report.slow_form) sections.push(slowFormToText(report.slow_form));
  if (report.first_views) sections.push(firstViewsToText(report.first_views));
  return sections.join("\n\n");
}

function comparisonToText(title: string, measurements: Measurement[], ratioMin: number): string {
  const widths = [30, 12, 8, 14, 10];
  const lines = measurements.map((measurement, i) => {
    const { name, requests_per_second, ratio, processor_us, processor_ratio } = measurement;
    const cells = [
      name,
      requests_per_second.toFixed(0),
      ratio.toFixed(2),
      processor_us?.toFixed(0) ?? "-",
      processor_ratio?.toFixed(2) ?? "-",
    ];
    return `${row(cells, widths)}  ${i === 0 ? "" : resultLabel(isFast(measurement, ratioMin))}`.trimEnd();
  });
  const head = row(["", "requests/s", "ratio", "server us each", "its ratio"], widths);
  return [`${title} (both ratios at least ${ratioMin}; medians of three interleaved runs)`, head, ...lines].join("\n");
}

/** Both ratios count: if the machine is the bottleneck, requests per second hide the processor time of the server. */
const isFast = ({ ratio, processor_ratio }: Measurement, ratioMin: number): boolean =>
  ratio >= ratioMin && (processor_ratio ?? ratio) >= ratioMin;

function roundTripsToText(counted: RoundTrips[]): string {
  const lines = counted.map(({ name, per_request }) => row([name, String(per_request)], [30, 12]));
  return ["Round trips to the database for one request", ...lines].join("\n");
}

function weightsToText(pages: WeighedPage[]): string {
  const widths = [20, 10, 12, 14, 12];
  const lines = pages.map((page) => {
    const sheets = page.stylesheets.map(({ gzip }) => gzip).join(" + ");
    const cells = [
      page.name,
      String(page.html_gzip),
      String(page.script_brotli),
      String(page.script_bytes_max),
      sheets,
    ];
    return `${row(cells, widths)}  ${resultLabel(isLight(page))}`;
  });
  const head = row(["", "HTML gzip", "script br", "at most", "style gzip"], widths);
  return [
    `Weight in bytes (HTML at most ${htmlBytesMax}, one stylesheet of at most ${stylesheetBytesMax})`,
    head,
    ...lines,
  ].join("\n");
}

const isLight = ({ html_gzip, script_brotli, script_bytes_max, stylesheets, third_party }: WeighedPage): boolean =>
  html_gzip <= htmlBytesMax &&
  script_brotli <= script_bytes_max &&
  stylesheets.length === 1 &&
  stylesheets.every(({ gzip }) => gzip <= stylesheetBytesMax) &&
  third_party.length === 0;

function slowFormToText({ median: { paint_ms, usable_ms, hydrated_ms }, visits }: SlowForm): string {
  const usableTimes = visits.map((one) => one.usable_ms.toFixed(0)).join(", ");
  const result = resultLabel(usable_ms <= goals.usable_ms && hydrated_ms <= goals.hydrated_ms);
  return `Sign-in form on slow 4G with a 4x slower processor: usable after ${usable_ms.toFixed(0)} ms (at most ${goals.usable_ms}) ${result}
  painted after ${paint_ms.toFixed(0)} ms, hydrated after ${hydrated_ms.toFixed(0)} ms (at most ${goals.hydrated_ms}); usable in each of the first visits: ${usableTimes}`;
}
