import { useEffect, useState } from 'react'

/** A player may still read for a moment after it was removed, and a revoked address would cause an error in the console. */
const readWithinMs = 10_000

/** An address of a local file, for this page only. Nothing is sent anywhere. */
export function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), readWithinMs)
    }
  }, [file])
  return url
}
