import * as z from "zod/mini";

const everyS = 5;

/** `?still=1` turns auto-refresh off. */
export const refreshQuery = z.object({ still: z.optional(z.literal("1")) });
type Refreshed = { isRunning: boolean; still: "1" | undefined };

export const refreshOf = ({ isRunning, still }: Refreshed): number | undefined =>
  isRunning && !still ? everyS : undefined;

/** Announces auto-refresh and how to turn it off (WCAG 2.2, 2.2.2). */
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
