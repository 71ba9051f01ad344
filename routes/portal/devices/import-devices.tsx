import * as z from "zod/mini";
import { Notice } from "../../../islands/ui/notice.tsx";
import { csvLine } from "../../../worker/contract/csv.ts";
import { deviceLabels } from "../../../worker/contract/entities/device.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { findDevicesBySerial, undoDeviceChanges, updateDevices } from "../../../worker/domain/devices/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { LinesForm, readTypedLines } from "../../../worker/ui/forms/lines-form.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { undoForm } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { type CheckedLine, checkLines, clearMark, linesMax, type ParsedLine, parseLines } from "./import-lines.ts";

const bytesMax = 256 * 1024;
const textMax = 200_000;

type ImportPreview = { text: string; lines: CheckedLine[]; problem: string | undefined };
const emptyPreview: ImportPreview = { text: "", lines: [], problem: undefined };

async function checkImport(ctx: ReadCtx, fields: URLSearchParams): Promise<ImportPreview> {
  const text = readTypedLines(fields);
  const { lines, broken_line } = parseLines(text);
  if (broken_line !== undefined)
    return { text, lines: [], problem: `Line ${broken_line} has an opening quotation mark without a closing one.` };
  if (lines.length === 0) return { text, lines: [], problem: "No line has a serial number." };
  if (lines.length > linesMax)
    return {
      text,
      lines: [],
      problem: `At most ${linesMax} lines can be read at once; this list has ${lines.length}.`,
    };
  const serials = lines.map(({ cells }) => cells.serial);
  return { text, lines: checkLines(lines, await findDevicesBySerial(ctx, serials)), problem: undefined };
}

const pageDefaults = {
  path: pages.importDevices,
  access: "manage_devices",
  layout: appLayout,
  section: "Devices",
  head: () => ({ title: "Import names · CrunchBox", no_store: true }),
  view: (checked: ImportPreview) => <ImportDevices {...checked} />,
} as const;

const importPage = page({ ...pageDefaults, load: async () => emptyPreview });
const importPreviewPage = page({
  ...pageDefaults,
  method: "POST",
  form_bytes_max: bytesMax,
  load: ({ ctx, typed }) => checkImport(ctx, typed),
});

function ImportDevices({ text, lines, problem }: ImportPreview) {
  const invalidLines = lines.filter(({ obstacle }) => obstacle !== undefined);
  const isAgain = invalidLines.length > 0;
  return (
    <>
      <PageHeader
        trail={[["Devices", pages.devices]]}
        title="Import names"
        subtitle="Names, sites and tags for many devices from one list. You see what each line changes before anything is saved."
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      {lines.length > 0 && <Result lines={lines} wrong={invalidLines} />}
      {lines.length === 0 || isAgain ? (
        <LinesForm
          text={isAgain ? linesText(invalidLines) : text}
          is_again={isAgain}
          action={pages.importDevices}
          label="Serial number, name, site, tags"
          placeholder={'CGX-100-71000, Left press, Chicago, "line 2, spare"'}
          hint={{
            first: `One device per line: serial number, name, site, tags. An empty cell keeps the current value; ${clearMark} clears it. The first line may name the columns, as in the exported CSV file.`,
            again: "These lines cannot be saved as they are. Correct them and check again.",
          }}
          next={[
            "We show what each line changes.",
            "Lines that cannot be saved say why. You correct them here.",
            "You confirm. Until then, no device changes.",
          ]}
          maxLength={textMax}
        />
      ) : (
        <p>
          <a href={pages.importDevices}>Check another list</a>
        </p>
      )}
    </>
  );
}

const linesText = (lines: readonly ParsedLine[]): string =>
  lines.map(({ cells: { serial, name, site, tags } }) => csvLine([serial, name, site, tags])).join("");

const changeText = ({ change, device }: CheckedLine): string => {
  if (!change || !device) return "";
  const fields = (["name", "site", "tags"] as const).flatMap((field) => {
    if (change[field] === undefined) return [];
    const value = [change[field] ?? []].flat().join(", ");
    const before = [device[field] ?? []].flat().join(", ");
    return [`${deviceLabels[field]}: ${before ? `${before} → ` : ""}${value || "none"}`];
  });
  return fields.join("; ");
};

const columns: readonly Column<CheckedLine>[] = [
  { label: "Serial number", cell: ({ cells: { serial } }) => (serial ? <code>{serial}</code> : "–") },
  {
    label: "What changes",
    cell: (line) =>
      line.obstacle ? <small className="refused">{`Line ${line.number}: ${line.obstacle}`}</small> : changeText(line),
    on_phones: "note",
  },
  {
    label: "Result",
    cell: ({ obstacle, change }) =>
      obstacle ? (
        <Badge tone="danger">Cannot be saved</Badge>
      ) : change ? (
        <Badge tone="success">Can be saved</Badge>
      ) : (
        "No change"
      ),
    on_phones: "state",
  },
];

const formatDeviceCount = (count: number): string => (count === 1 ? "1 device" : `${count} devices`);

function Result({ lines, wrong }: { lines: readonly CheckedLine[]; wrong: readonly CheckedLine[] }) {
  const changedLines = lines.filter(({ change }) => change !== undefined);
  const unchangedCount = lines.length - changedLines.length - wrong.length;
  const summary = [
    `${formatDeviceCount(changedLines.length)} will change`,
    unchangedCount > 0 && `${unchangedCount} already as listed`,
    wrong.length > 0 && `${wrong.length === 1 ? "1 line" : `${wrong.length} lines`} cannot be saved`,
  ];
  return (
    <section>
      <div className="title">
        <h2>Your lines</h2>
        <p role="status">{summary.filter(Boolean).join(", ")}</p>
      </div>
      <Table columns={columns} rows={lines} id={({ number }) => String(number)} />
      {changedLines.length > 0 && (
        <form method="post" action={pages.saveImportedDevices}>
          <input type="hidden" name="lines" value={linesText(changedLines)} />
          <button className="button">{`Change ${formatDeviceCount(changedLines.length)}`}</button>
        </form>
      )}
    </section>
  );
}

const body = z.object({ lines: z.string().check(z.maxLength(textMax)) });

/** The lines are checked again, because devices may have been removed or changed since the preview. */
const saveForm = formPost({ access: "manage_devices", body, body_bytes_max: bytesMax * 3 } as const, {
  path: pages.saveImportedDevices,
  page: importPreviewPage,
  async send(ctx, { body: { lines: text } }) {
    const { lines } = parseLines(text);
    if (lines.length === 0 || lines.length > linesMax) throw changedError();
    const devices = await findDevicesBySerial(
      ctx,
      lines.map(({ cells }) => cells.serial),
    );
    const checked = checkLines(lines, devices);
    if (checked.some(({ obstacle }) => obstacle !== undefined)) throw changedError();
    const count = await updateDevices(
      ctx,
      checked.flatMap(({ change }) => change ?? []),
    );
    return { count, request_id: ctx.request_id };
  },
  back: pages.devices,
  done: ({ count, request_id }) => ({
    message: `${formatDeviceCount(count)} ${count === 1 ? "was" : "were"} changed.`,
    form: count > 0 ? undoForm(pages.saveImportedDevices, "", request_id) : undefined,
  }),
});

const changedError = () =>
  new BadRequest([
    {
      code: "custom",
      path: ["lines"],
      message: "Some devices have changed in the meantime. Nothing was saved: check the lines again.",
    },
  ]);

const undoImportForm = formPost(
  { access: "manage_devices", body: z.object({ request_id: z.string().check(z.maxLength(64)) }) } as const,
  {
    path: pages.undoImportedDevices,
    send: (ctx, { body: { request_id } }) => undoDeviceChanges(ctx, request_id),
    back: pages.devices,
    done: () => "The change was undone.",
    refusal: () => ({
      message: "This can no longer be undone: ten seconds have passed, or a device has changed since.",
    }),
  },
);

export const importDevices = [importPage, importPreviewPage, saveForm, undoImportForm];
