export const resultLabel = (isMet: boolean) => (isMet ? "ok" : "MISSED");
export const row = (cells: string[], widths: number[]) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
