import { useCallback, useEffect, useRef, useState } from 'react'
import type { BundleFile } from '#lib/client/bundle'
import { hashFile } from '#lib/client/hash-file'

/** A file on its way: read and hashed here, one after the other. */
export type CheckedFile = {
  id: number
  name: string
  sizeBytes: number
  doneBytes: number
  state: 'waiting' | 'hashing' | 'hashed' | 'unreadable' | 'cancelled'
  sha256?: string
  problem?: string
  bundle?: BundleFile | undefined
}

/** Holds the chosen files and hashes them. Proof files among them are set beside the file they belong to. */
export function useCheckedFiles() {
  const [files, setFiles] = useState<CheckedFile[]>([])
  const nextId = useRef(1)
  const queue = useRef(Promise.resolve())
  const aborts = useRef(new Map<number, AbortController>())

  const change = useCallback((id: number, part: Partial<CheckedFile>) => {
    setFiles((list) => list.map((item) => (item.id === id ? { ...item, ...part } : item)))
  }, [])

  const hashOne = useCallback(
    async (id: number, file: File, given: { bundles: BundleFile[]; fileCount: number }) => {
      const abort = aborts.current.get(id)
      if (!abort || abort.signal.aborted) return
      if (file.size === 0) return change(id, { state: 'unreadable', problem: 'The file is empty.' })
      change(id, { state: 'hashing' })
      try {
        const { bundleFor } = await import('#lib/client/bundle')
        const sha256 = await hashFile(file, {
          signal: abort.signal,
          onProgress: (doneBytes) => change(id, { doneBytes }),
        })
        change(id, { state: 'hashed', sha256, bundle: bundleFor({ name: file.name, sha256 }, given) })
      } catch (error) {
        if (abort.signal.aborted) return
        change(id, {
          state: 'unreadable',
          problem: `The file could not be read. ${(error as Error).message}`,
        })
      }
    },
    [change],
  )

  const add = useCallback(
    async (chosen: File[]) => {
      const { readBundle } = await import('#lib/client/bundle')
      const read = await Promise.all(chosen.map(async (file) => ({ file, bundle: await readBundle(file) })))
      const bundles = read.flatMap((item) => item.bundle ?? [])
      const plain = read.filter((item) => !item.bundle).map((item) => item.file)
      const alone = plain.length === 0 ? bundles.map((bundle) => aloneBundle(bundle, nextId.current++)) : []
      const added = plain.map((file) => {
        const id = nextId.current++
        aborts.current.set(id, new AbortController())
        const given = { bundles, fileCount: plain.length }
        queue.current = queue.current.then(() => hashOne(id, file, given))
        const state = 'waiting' as const
        return { id, name: file.name, sizeBytes: file.size, doneBytes: 0, state }
      })
      setFiles((list) => [...added, ...alone, ...list])
    },
    [hashOne],
  )

  const cancel = useCallback(
    (id: number) => {
      aborts.current.get(id)?.abort(new Error('cancelled'))
      change(id, { state: 'cancelled' })
    },
    [change],
  )

  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort(new Error('left the page'))
    }
  }, [])

  return { files, add, cancel }
}

/** A proof without its file is checked for the fingerprint it names. */
function aloneBundle(bundle: BundleFile, id: number): CheckedFile {
  const base = { id, name: bundle.name, sizeBytes: 0, doneBytes: 0 }
  return 'bundle' in bundle
    ? { ...base, state: 'hashed', sha256: bundle.bundle.sha256, bundle }
    : { ...base, state: 'unreadable', problem: bundle.problem }
}
