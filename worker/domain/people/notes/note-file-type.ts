import { noteFileTypes, type NoteFileType } from "../../../contract/entities/note.ts";

const signatures: readonly (readonly [NoteFileType, offset: number, bytes: string])[] = [
  ["application/pdf", 0, "%PDF-"],
  ["image/png", 0, "\u0089PNG\r\n\u001a\n"],
  ["image/jpeg", 0, "\u00ff\u00d8\u00ff"],
  ["image/webp", 8, "WEBPVP8"],
];

/** The type of a file by its content alone; undefined for types that notes do not accept. */
export function detectNoteFileType(bytes: Uint8Array): NoteFileType | undefined {
  const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  const [type] = signatures.find(([, offset, signature]) => head.startsWith(signature, offset)) ?? [];
  if (type) return type;
  return bytes.length > 0 && isText(bytes) ? "text/plain" : undefined;
}

/** Whether the bytes are UTF-8 text without control characters other than tabs and line ends. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const nameMax = 120;

/**
 * A file name without folders and without characters that a file system or a header refuses, with an extension of its
 * type.
 */
export function toNoteFileName(name: string, type: NoteFileType): string {
  const base = (name.split(/[\\/]/).at(-1) ?? "")
    .normalize("NFC")
    // Invisible and reversing characters could disguise the extension.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"*:<>?|]/gu, "")
    .replace(/^[.\s]+|\s+$/g, "");
  const short = [...base].slice(0, nameMax).join("") || "file";
  const extensions: readonly string[] = noteFileTypes[type];
  return extensions.some((ending) => base.toLowerCase().endsWith(ending) && short === base)
    ? short
    : `${short}${extensions[0] ?? ""}`;
}
