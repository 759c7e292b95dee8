import { useEffect, useState } from 'react'

/** A player may still read for a moment after it was removed, and a revoked address would cause an error in the console. */
const readWithinMs = 10_000

/** An address of a local file, for this page only. Nothing is sent anywhere. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setMade({ file, url })
    return () => {
      setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
    }
  }, [file])
  return made && made.file === file ? made.url : undefined
}
