import type { ReactNode } from "react";
import { afterLookup } from "../../../worker/domain/context.ts";
import * as z from "zod/mini";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { requiredSerial, serialsMax } from "../../../worker/contract/entities/device.ts";
import { notFound, unprocessable } from "../../../worker/contract/errors.ts";
import { freeText } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { checkSerials, type ValidatedSerial, registerDevices } from "../../../worker/domain/devices/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { FormFoot, NextSteps, ObjectLayout, PictureAndText } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { parseSerials, type TypedSerials } from "./typed-serials.ts";
import { splitSerials } from "./undo-removal.ts";
import { refusalText } from "./serial-result-labels.tsx";
import { SerialResults } from "./serial-results.tsx";

const textMax = 10_000;

/** Serial numbers are validated before they are registered; the URL holds the input. */
export const addDevicesPage = page({
  path: pages.addDevices,
  access: "manage_devices",
  layout: appLayout,
  section: "Devices",
  query: z.object({ serials: z.optional(freeText(textMax, "Serial numbers")) }),
  async load({ ctx, query }) {
    const typed = parseSerials(query.serials ?? "");
    if (typed.serials.length === 0) return { typed, results: [] };
    return { typed, results: await checkSerials(await afterLookup(ctx), typed.serials) };
  },
  head: () => ({ title: "Add devices · CrunchBox", no_store: true }),
  view({ typed, results }, { query, viewer }) {
    const { name } = viewer.organization;
    const [firstResult, ...more] = results;
    const isSingle = firstResult !== undefined && more.length === 0 && typed.malformed.length === 0;
    return (
      <>
        <PageHeader trail={[["Devices", pages.devices]]} title="Add devices" />
        {isSingle && firstResult.status === "free" ? (
          <ProductPreview result={firstResult} organization={name} />
        ) : (
          <>
            {results.length > 0 && !isSingle && (
              <SerialResults results={results} malformed={typed.malformed} organization={name} />
            )}
            <SerialsForm
              text={query.serials ?? ""}
              error={findProblem(typed, results)}
              is_main={results.every(({ status }) => status !== "free")}
              organization={name}
            />
          </>
        )}
      </>
    );
  },
});

/** If several serial numbers were typed, the table shows the error of each instead. */
function findProblem({ error, malformed }: TypedSerials, [one, ...more]: ValidatedSerial[]): string | undefined {
  if (error) return error;
  if (!one) return malformed.length > 0 ? malformed.map(({ serial, why }) => `${serial}: ${why}`).join(" ") : undefined;
  return more.length === 0 && malformed.length === 0 ? refusalText(one) : undefined;
}

type QuestionProps = { text: string; error: string | undefined; is_main: boolean; organization: string };

function SerialsForm({ text, error, is_main, organization }: QuestionProps) {
  return (
    <ObjectLayout aside={<NextSteps steps={nextSteps(organization)} />}>
      <form className="form-card form-grid" action={pages.addDevices}>
        <TextAreaField
          name="serials"
          label="Serial numbers"
          hint={`As printed on the device’s label. One per line, or separated by commas; up to ${serialsMax}.`}
          defaultValue={text}
          error={error}
          maxLength={textMax}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <FormFoot>
          <button className={is_main ? "button" : "button quiet"}>Look up</button>
        </FormFoot>
      </form>
    </ObjectLayout>
  );
}

const nextSteps = (organization: string): ReactNode[] => [
  "We look each number up and show its product.",
  `You confirm what is added to ${organization}.`,
  <>
    Each device shows its software. To name many at once, use <a href={pages.importDevices}>Import names</a>.
  </>,
];

function ProductPreview({
  result: { serial, product },
  organization,
}: {
  result: ValidatedSerial;
  organization: string;
}) {
  const name = product?.name ?? "the device";
  return (
    <PictureAndText picture={<Picture src={product?.main_image ?? null} alt="" />}>
      <h2>{name}</h2>
      <p>Serial number {serial}</p>
      {product?.short_description && <p className="small">{product.short_description}</p>}
      <form method="post" action={pages.addDevices}>
        <input type="hidden" name="serials" value={serial} />
        <button className="button">
          Add {name} to {organization}
        </button>
      </form>
      <p className="links">
        <a href={pages.addDevices}>Another serial number</a>
      </p>
    </PictureAndText>
  );
}

const contract = {
  access: "manage_devices",
  body: z.object({ serials: z.array(requiredSerial()).check(z.minLength(1), z.maxLength(serialsMax)) }),
} as const;

export const addDevicesForm = formPost(contract, {
  path: pages.addDevices,
  complete: splitSerials,
  async send(ctx, { body }) {
    const registered = await registerDevices(ctx, body.serials);
    const [other] = registered.others;
    if (registered.added.length === 0 && registered.exhausted.length > 0)
      throw unprocessable("DEVICE_CLAIMS_EXHAUSTED");
    if (registered.added.length === 0 && other) throwRefusal(other);
    return registered;
  },
  back: (registered) => {
    const [one, ...more] = registered?.added ?? [];
    return one && more.length === 0 ? hrefOf(pages.device, { device_id: one.id }) : pages.devices;
  },
  done: ({ added, exhausted, others }) =>
    [...addedText(added), ...exhaustedText(exhausted), ...othersText(others)].join(" "),
});

/** A device that the organization already has is accepted, as in the API. */
function throwRefusal({ status }: ValidatedSerial): void {
  if (status === "unknown") throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
  if (status === "foreign") throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
}

const addedText = (added: { serial: string }[]): string[] =>
  added.length === 0
    ? []
    : [added.length === 1 ? `${added[0]?.serial} was added.` : `${added.length} devices were added.`];

const exhaustedText = (serials: string[]): string[] =>
  serials.length === 0 ? [] : [`Not added: ${serials.length}. ${unprocessable("DEVICE_CLAIMS_EXHAUSTED").message}`];

const othersMax = 3;

function othersText(results: readonly ValidatedSerial[]): string[] {
  const left = results.length - othersMax;
  return [
    ...results.slice(0, othersMax).map((result) => `${result.serial}: ${refusalText(result) ?? "It was not added."}`),
    ...(left > 0 ? [`${left} more ${left === 1 ? "was" : "were"} not added.`] : []),
  ];
}
