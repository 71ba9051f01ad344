import * as z from "zod/mini";

/** How often a page reads itself again while something runs, in seconds. */
const everyS = 5;

/** `?still=1` ends it. */
export const refreshQuery = z.object({ still: z.optional(z.literal("1")) });
type Refreshed = { isRunning: boolean; still: "1" | undefined };

export const refreshOf = ({ isRunning, still }: Refreshed): number | undefined =>
  isRunning && !still ? everyS : undefined;

/** Says that the page reads itself again, and how to end that (WCAG 2.2, 2.2.2). */
export function RefreshNote({ isRunning, still, path }: Refreshed & { path: string }) {
  if (!isRunning) return null;
  return (
    <p className="small">
      {still ? (
        <>
          This page stands still. <a href={path}>Read it again every {everyS} seconds</a>
        </>
      ) : (
        <>
          This page reads itself again every {everyS} seconds. <a href={`${path}?still=1`}>Stop that</a>
        </>
      )}
    </p>
  );
}
