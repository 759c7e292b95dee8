const maxBytes = 100 * 2 ** 20

/** All bytes of a photo's file; `undefined` for one that is too large to be read into memory. @throws if the file is gone */
export async function photoBytes(file: Blob): Promise<ArrayBuffer | undefined> {
  return file.size > maxBytes ? undefined : file.arrayBuffer()
}
