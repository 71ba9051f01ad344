/** Makes the file of a key, undefined where there is none. */
export type MakeObject = (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** What somebody uploaded: the files of the demonstration data, made when they are asked for, and those of tests. */
export class Objects {
  #uploaded = new Map<string, Uint8Array<ArrayBuffer>>();
  #make: MakeObject;
  /** By how much older what is listed says that it is. */
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
