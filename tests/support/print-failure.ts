/** Prints the cause of a 500 answer with its request id; the answer itself contains only the id. */
export function printFailure(line: string): void {
  if (line.includes('"event":"failure"') && line.includes('"status":500')) console.error(line);
}
