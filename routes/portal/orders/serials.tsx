import type { OrderDevice } from "../../../worker/domain/fulfilment/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { CopyButton } from "../../../worker/ui/parts/script-buttons.tsx";

type SerialsProps = { serials: readonly string[]; devices: readonly OrderDevice[] };

const visibleMax = 12;

/** A serial number is a link while the organization has the device. */
export function Serials({ serials, devices }: SerialsProps) {
  if (serials.length === 0) return null;
  const hiddenSerials = serials.length > visibleMax * 2 ? serials.slice(visibleMax) : [];
  const visibleSerials = serials.slice(0, serials.length - hiddenSerials.length);
  return (
    <div className="serials">
      <span className="small">
        {serials.length === 1 ? "Serial number" : "Serial numbers"} <code hidden>{serials.join("\n")}</code>
        <CopyButton
          label={serials.length === 1 ? "Copy" : "Copy all"}
          what={serials.length === 1 ? "the serial number" : "serial numbers"}
        />
      </span>
      <Chips serials={visibleSerials} devices={devices} />
      {hiddenSerials.length > 0 && (
        <details>
          <summary className="link-button">{`${hiddenSerials.length.toLocaleString("en-US")} more`}</summary>
          <Chips serials={hiddenSerials} devices={devices} />
        </details>
      )}
    </div>
  );
}

const Chips = ({ serials, devices }: SerialsProps) => (
  <ul className="chips">
    {serials.map((serial) => {
      const device = devices.find((each) => each.serial === serial);
      return (
        <li key={serial}>
          {device ? (
            <a href={hrefOf(pages.device, { device_id: device.id })}>
              <code>{serial}</code>
            </a>
          ) : (
            <span>
              <code>{serial}</code>
            </span>
          )}
        </li>
      );
    })}
  </ul>
);
