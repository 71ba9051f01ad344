import { type MouseEvent, type RefObject, useRef } from "react";
import type { License } from "../lib/license.ts";
import { Markup } from "./markup.tsx";
import { Notice } from "./notice.tsx";

type LicenseDialogProps = {
  dialog: RefObject<HTMLDialogElement | null>;
  /** undefined while loading, null if unavailable. */
  license: License | null | undefined;
  onRetry: () => void;
  onAnswer: (agreed: boolean) => void;
};

/** Escape and a click outside decline; the browser restores the focus. */
export function LicenseDialog({ dialog, license, onRetry, onAnswer }: LicenseDialogProps) {
  const reportAnswer = () => {
    onAnswer(dialog.current?.returnValue === "agree");
    if (dialog.current) dialog.current.returnValue = "";
  };
  const scrollArea = useRef<HTMLDivElement>(null);
  const retry = () => {
    // the disappearing button would lose the focus
    scrollArea.current?.focus();
    onRetry();
  };
  const onClick = ({ target }: MouseEvent) => target === dialog.current && dialog.current?.close();
  return (
    // keyboard users close the dialog with Escape
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog ref={dialog} className="dialog" aria-labelledby="license-title" onClose={reportAnswer} onClick={onClick}>
      <h2 id="license-title">CGX License Agreements</h2>
      {/* scrollable text must be focusable by keyboard */}
      <div
        ref={scrollArea}
        className="scroll"
        tabIndex={0}
        role="region"
        aria-labelledby="license-title"
        aria-busy={license === undefined}
      >
        {license && <Markup html={license.html} />}
        {license === undefined && <p>Loading the license agreements...</p>}
        {license === null && (
          <>
            <Notice tone="danger">The license agreements could not be loaded.</Notice>
            <button type="button" className="button quiet" onClick={retry}>
              Try again
            </button>
          </>
        )}
      </div>
      <form method="dialog" className="actions">
        <button className="button quiet" value="disagree">
          Disagree
        </button>
        <button className="button" value="agree" disabled={!license}>
          Agree
        </button>
      </form>
    </dialog>
  );
}
