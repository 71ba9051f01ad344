/** Prints the cause of an answer of 500 with the request's id, which is all that the answer names. */
export function printFailure(line: string): void {
  if (line.includes('"event":"failure"') && line.includes('"status":500')) console.error(line);
}
