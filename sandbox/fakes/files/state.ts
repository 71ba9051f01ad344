/** Creates the content of a file; undefined if no file has the key. */
export type MakeObject = (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export class Objects {
  #uploaded = new Map<string, Uint8Array<ArrayBuffer>>();
  #make: MakeObject;
  /** Milliseconds that the bucket's lists subtract from the upload times of files. */
  ageMs = 0;

  constructor(make: MakeObject) {
    this.#make = make;
  }

  upload(key: string, content: Uint8Array<ArrayBuffer>): void {
    this.#uploaded.set(key, content);
  }

  async find(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#uploaded.get(key) ?? this.#make(key);
  }
}
