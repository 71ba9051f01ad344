export { downloadFile } from "./download-file.ts";
export { downloadSoftware, getDownload, openDownload } from "./get-download.ts";
export { listAdminDownloads, listDownloads, type RecordedDownload } from "./list-downloads.ts";
