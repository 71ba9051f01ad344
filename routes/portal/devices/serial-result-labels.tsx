import type { ReactNode } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ValidatedSerial } from "../../../worker/domain/devices/index.ts";

export function refusalText({ status }: Pick<ValidatedSerial, "status">): string | undefined {
  if (status === "own") return "Already among your devices.";
  if (status === "foreign") return "This Serial Number belongs to another organization.";
  return status === "unknown" ? "There is no device with this serial number." : undefined;
}

export function SerialResult({ result }: { result: ValidatedSerial }): ReactNode {
  const text = refusalText(result);
  if (text === undefined) return "Can be added";
  if (result.device_id === null) return text;
  return (
    <>
      {text} <a href={hrefOf(pages.device, { device_id: result.device_id })}>See it</a>
    </>
  );
}
