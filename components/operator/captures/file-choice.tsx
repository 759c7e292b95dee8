'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../field.tsx'

/** Computes the fingerprint of a file in the browser. The file itself is not sent. */
export function FileChoice({ onHashed }: { onHashed: (sha256: string) => void }) {
  const [percent, setPercent] = useState(0)
  const hashing = useMutation({
    mutationFn: async (file: File) => {
      setPercent(0)
      const { createHashPool } = await import('#lib/client/hash-pool')
      const onProgress = (doneBytes: number) => setPercent(Math.floor((doneBytes / file.size) * 100))
      return createHashPool()(file, { signal: new AbortController().signal, onProgress })
    },
    onSuccess: onHashed,
  })
  return (
    <div className="max-w-md">
      <Field
        label="Or choose the file"
        help={
          hashing.isPending ? `Reading the file: ${percent}%` : 'It is read in this browser and sent nowhere.'
        }
      >
        {(ids) => (
          <input
            {...ids}
            type="file"
            className="field w-full py-2 file:mr-3 file:rounded-full file:border file:border-edge file:bg-sunken file:px-3 file:py-0.5"
            disabled={hashing.isPending}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) hashing.mutate(file)
            }}
          />
        )}
      </Field>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {hashing.error?.message ?? ''}
      </p>
    </div>
  )
}
