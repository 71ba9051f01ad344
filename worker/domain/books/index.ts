export { closeBookDifference } from "./close-difference.ts";
export { getBookDifference, listBookDifferences, listDifferenceEvents } from "./list-differences.ts";
export { findLastBookRun, findNewestBookRun, getBookRun, listBookRuns, startBookRun } from "./runs.ts";
