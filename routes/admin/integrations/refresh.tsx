import * as z from "zod/mini";

const refreshS = 5;

/** `?still=1` turns auto-refresh off. */
export const refreshQuery = z.object({ still: z.optional(z.literal("1")) });
type RefreshState = { isRunning: boolean; still: "1" | undefined };

export const refreshSeconds = ({ isRunning, still }: RefreshState): number | undefined =>
  isRunning && !still ? refreshS : undefined;

/** Auto-refresh must be announced and be possible to turn off (WCAG 2.2, 2.2.2). */
export function RefreshNote({ isRunning, still, path }: RefreshState & { path: string }) {
  if (!isRunning) return null;
  return (
    <p className="small">
      {still ? (
        <>
          Auto-refresh is off. <a href={path}>Refresh every {refreshS} seconds</a>
        </>
      ) : (
        <>
          This page refreshes every {refreshS} seconds. <a href={`${path}?still=1`}>Turn off</a>
        </>
      )}
    </p>
  );
}
