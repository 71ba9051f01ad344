export const imageTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
} as const;
export type ImageExtension = keyof typeof imageTypes;

const isImageExtension = (extension: string): extension is ImageExtension => Object.hasOwn(imageTypes, extension);

export const imagePath = (hash: string, size: { width: number; height: number }, extension: ImageExtension): string =>
  `/images/${hash}-${size.width}x${size.height}.${extension}`;

export const imageName = /^([0-9a-f]{64})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(png|jpg|webp|avif)$/;

export type UploadedImage = { hash: string; width: number; height: number; content_type: string };

export function readImagePath(address: string): UploadedImage | undefined {
  const [, hash = "", width, height, extension = ""] = imageName.exec(address.replace(/^\/images\//, "")) ?? [];
  if (!address.startsWith("/images/") || !isImageExtension(extension)) return undefined;
  return { hash, width: Number(width), height: Number(height), content_type: imageTypes[extension] };
}

export const imagesMax = 20;
export const altTextMax = 250;
