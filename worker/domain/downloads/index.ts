export { downloadFile } from "./download-file.ts";
export { type DownloadStatistics, getDownloadStatistics } from "./download-statistics.ts";
export { storedFile } from "./find-file.ts";
export { downloadSoftware, getDownload, openDownload } from "./get-download.ts";
export { listAdminDownloads, listDownloads, type RecordedDownload } from "./list-downloads.ts";
