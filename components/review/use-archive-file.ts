'use client'
import { useEffect, useState } from 'react'
import { readArchiveFile } from '#lib/client/read-archive'

/**
 * A file of the delivered archive of a model; `undefined` until it is read, and if the archive has none: another engine may have made it.
 *
 * @param read reads the text of the file, or throws. Must be the same function at every call
 */
export function useArchiveFile<T>(
  archive: string | null,
  name: string,
  read: (text: string) => T,
): T | undefined {
  const [found, setFound] = useState<T>()
  const isKnown = found !== undefined
  useEffect(() => {
    if (isKnown || archive === null) return
    const ending = new AbortController()
    readArchiveFile(archive, name, ending.signal)
      .then((bytes) => {
        const result = read(new TextDecoder().decode(bytes))
        setFound(() => result)
      })
      .catch(() => {})
    return () => ending.abort()
  }, [archive, name, read, isKnown])
  return found
}
