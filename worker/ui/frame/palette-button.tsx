import { usePaletteScript } from "../island.tsx";
import type { LayoutViewer } from "./layout-data.ts";
import { paletteEntries } from "./palette-entries.ts";

/** Hidden until islands/console.ts shows it. The script opens the palette and takes its main pages from the menu. */
export function PaletteButton({ viewer }: { viewer: LayoutViewer }) {
  const { actions, pages } = paletteEntries(viewer);
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      data-actions={JSON.stringify(actions)}
      data-pages={JSON.stringify(pages)}
      data-script={usePaletteScript()}
      hidden
    >
      Commands
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
