import { useEffect, useState } from 'react'
import { loadFactReader } from '#lib/client/fact-reader'
import type { StatedFacts } from '#lib/domain/proof/stated-facts'
import { isoTime } from '#lib/domain/text/iso-time'

/**
 * A file that was read for its own time and place, and when, ISO 8601. `undefined` facts: it names neither that can be read here, also if it
 * has notes.
 */
type Read = {
  is: 'read'
  facts: StatedFacts | undefined
  notes: NonNullable<StatedFacts['notes']>
  at: string
}
type Stated = { is: 'reading' } | Read | { is: 'reader_not_loaded' } | { is: 'file_not_read' }

/** Files that were read, so that what they state is there at once when it is shown a second time. */
const readFiles = new WeakMap<File, Read>()

/**
 * Reads the time and place in the metadata of a photo or film, on this device.
 *
 * @param file `undefined`: nothing is read
 */
export function useStated(
  file: File | undefined,
  kind: 'photo' | 'film',
): { stated: Stated; retry: () => void } {
  const [known, setKnown] = useState<{ file: File; stated: Stated }>()
  const earlier = file && readFiles.get(file)
  const stated = earlier ?? (known && known.file === file ? known.stated : undefined)
  const isKnown = stated !== undefined
  useEffect(() => {
    if (isKnown || !file) return
    let isLeft = false
    readStated(file, kind).then((result) => !isLeft && setKnown({ file, stated: result }))
    return () => {
      isLeft = true
    }
  }, [file, kind, isKnown])
  return { stated: stated ?? { is: 'reading' }, retry: () => setKnown(undefined) }
}

async function readStated(file: File, kind: 'photo' | 'film'): Promise<Stated> {
  const readFacts = await loadFactReader(kind).catch(() => undefined)
  if (!readFacts) return { is: 'reader_not_loaded' }
  try {
    const facts = await readFacts(file)
    const hasAny = facts && (facts.times.length > 0 || facts.geohash)
    const read: Read = {
      is: 'read',
      facts: hasAny ? facts : undefined,
      notes: facts?.notes ?? [],
      at: isoTime(new Date()),
    }
    readFiles.set(file, read)
    return read
  } catch {
    return { is: 'file_not_read' }
  }
}
