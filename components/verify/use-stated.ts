import { useEffect, useState } from 'react'
import { loadFactReader } from '#lib/client/fact-reader'
import type { StatedFacts } from '#lib/domain/proof/stated-facts'
import { isoTime } from '#lib/domain/text/iso-time'

/** A file that was read for its own time and place, and when, ISO 8601. `undefined` facts: it names neither that can be read here. */
type Read = { is: 'read'; facts: StatedFacts | undefined; at: string }
type Stated = { is: 'reading' } | Read | { is: 'reader_not_loaded' } | { is: 'file_not_read' }

/**
 * Reads the time and place in the metadata of a photo or film, on this device.
 *
 * @param file nothing is read without one
 */
export function useStated(
  file: File | undefined,
  kind: 'photo' | 'film',
): { stated: Stated; retry: () => void } {
  const [known, setKnown] = useState<{ file: File; stated: Stated }>()
  const isKnown = known !== undefined && known.file === file
  useEffect(() => {
    if (isKnown || !file) return
    let isLeft = false
    const show = (stated: Stated) => !isLeft && setKnown({ file, stated })
    loadFactReader(kind).then(
      (readFacts) =>
        readFacts(file).then(
          (facts) =>
            show({
              ...{ is: 'read', at: isoTime(new Date()) },
              facts: facts && (facts.times.length > 0 || facts.geohash) ? facts : undefined,
            }),
          () => show({ is: 'file_not_read' }),
        ),
      () => show({ is: 'reader_not_loaded' }),
    )
    return () => {
      isLeft = true
    }
  }, [file, kind, isKnown])
  return { stated: isKnown ? known.stated : { is: 'reading' }, retry: () => setKnown(undefined) }
}
