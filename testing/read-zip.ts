import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** The files of an archive, in its order. */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const archive = await openPromise(path)
  try {
    const files = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry())
      files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
    return files
  } finally {
    archive.close()
  }
}
