'use client'
import { useEffect, useState } from 'react'
import { fileSize } from '#lib/client/remote-file'

/** The size of a file behind a signed link, loaded once; the link may change meanwhile. */
export function useFileSize(url: string): number | undefined {
  const [size, setSize] = useState<number>()
  const isKnown = size !== undefined
  useEffect(() => {
    if (isKnown) return
    const ending = new AbortController()
    fileSize(url, ending.signal).then(setSize, () => {})
    return () => ending.abort()
  }, [url, isKnown])
  return size
}
