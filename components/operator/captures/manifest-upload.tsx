'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sizeText } from '#lib/client/check-view'
import { maxManifestBytes, sendManifest } from '#lib/client/send-manifest'
import type { TakenManifest } from '#lib/schemas/operator-captures'
import { Field } from '../field.tsx'
import { Hash } from '../hash.tsx'
import { Part } from '../part.tsx'

/** Imports captures from a file that lists them. */
export function ManifestUpload() {
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [sentBytes, setSentBytes] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const client = useQueryClient()
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      setSentBytes(0)
      abort.current = new AbortController()
      const { signal } = abort.current
      return sendManifest({ file: chosen, reason: reason.trim(), onSent: setSentBytes, signal })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['operator'] }),
  })
  useEffect(() => () => abort.current?.abort(new Error('left the page')), [])
  const isTooLong = file !== undefined && file.size > maxManifestBytes
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (file && !isTooLong && reason.trim() !== '') upload.mutate(file)
  }
  return (
    <Part
      title="Import a manifest"
      note={
        <>
          A file with one capture on each line, as JSON:{' '}
          <code className="text-sm wrap-anywhere">
            {'{"sha256": "…", "geohash": "u33dbb", "captured_at": "2026-05-01T12:00:00Z"}'}
          </code>
          . You can give <code className="text-sm">lat</code> and <code className="text-sm">lon</code> instead
          of the geohash; only the cell is stored. Invalid lines are refused and listed; the valid ones are
          imported in one step. If it fails, nothing is imported. Importing a file twice changes nothing.
        </>
      }
    >
      <form onSubmit={send} className="grid max-w-3xl gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Manifest (NDJSON)"
            help={
              isTooLong ? (
                <span className="text-bad">
                  {sizeText(file.size)} is more than {maxManifestBytes / 1024 / 1024} MiB. Split the file, or
                  use the command line (npm run ingest).
                </span>
              ) : (
                file && sizeText(file.size)
              )
            }
          >
            {(ids) => (
              <input
                {...ids}
                type="file"
                accept=".ndjson,.jsonl,.json,application/x-ndjson"
                className="field w-full py-2 file:mr-3 file:rounded-full file:border file:border-edge file:bg-sunken file:px-3 file:py-0.5"
                disabled={upload.isPending}
                onChange={({ target }) => {
                  setFile(target.files?.[0])
                  upload.reset()
                }}
              />
            )}
          </Field>
          <Field label="Reason, for the audit log">
            {(ids) => (
              <input
                {...ids}
                className="field"
                maxLength={500}
                autoComplete="off"
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        </div>
        {upload.isPending && file && <Progress sent={sentBytes} size={file.size} />}
        <p role="alert" className="text-sm text-bad empty:hidden">
          {upload.error?.message ?? ''}
        </p>
        <div className="flex flex-wrap gap-3">
          <button
            type="submit"
            className="button button-main"
            disabled={!file || isTooLong || reason.trim() === '' || upload.isPending}
          >
            Import this manifest
          </button>
          {upload.isPending && (
            <button
              type="button"
              className="button"
              onClick={() =>
                abort.current?.abort(
                  new Error('Stopped. Nothing was imported, unless all of it had been sent.'),
                )
              }
            >
              Stop
            </button>
          )}
        </div>
      </form>
      {upload.data && <Taken taken={upload.data} />}
    </Part>
  )
}

function Progress({ sent, size }: { sent: number; size: number }) {
  const isSent = sent >= size
  return (
    <div>
      <p role="status" className="text-sm">
        {isSent ? 'All sent. Importing…' : 'Sending…'}
      </p>
      <p className="text-sm text-soft tabular-nums">
        {sizeText(Math.min(sent, size))} of {sizeText(size)}
      </p>
      <progress
        className="progress mt-2"
        aria-label="Bytes of the manifest sent"
        max={Math.max(size, 1)}
        {...(isSent ? {} : { value: sent })}
      />
    </div>
  )
}

function Taken({ taken }: { taken: TakenManifest }) {
  const { created, known, refused, faults } = taken
  const count = (value: number) => value.toLocaleString('en')
  return (
    <div className="mt-6 max-w-3xl rounded-md border border-line bg-raised p-4 sm:p-6">
      <p role="status" className="font-semibold">
        {count(created)} new, {count(known)} known before, {count(refused)} refused.
      </p>
      <p className="mt-1 text-sm text-soft">
        Recorded as{' '}
        <Link href={`/operator/log?id=${taken.id}`} className="link">
          action {taken.id}
        </Link>
        . Fingerprint of the manifest: <Hash value={taken.sha256} label="fingerprint of the manifest" />
      </p>
      {refused > 0 && (
        <>
          <p className="mt-4 text-sm">
            {refused > faults.length
              ? `The first ${faults.length} lines that were refused.`
              : 'Lines that were refused.'}{' '}
            {created + known > 0 ? 'The others are imported.' : 'Nothing was imported.'} Correct these and
            send the file again.
          </p>
          <ul className="mt-2 grid gap-1 text-sm">
            {faults.map(({ line, reason }) => (
              <li key={line}>
                <span className="tabular-nums">Line {count(line)}</span>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
