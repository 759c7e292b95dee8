'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Hash } from '#components/ui/hash'
import { sizeText } from '#lib/client/check-view'
import { maxManifestBytes, sendManifest } from '#lib/client/send-manifest'
import type { TakenManifest } from '#lib/schemas/operator-captures'

/** Brings in captures by a file that lists them. */
export function ManifestUpload() {
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [sentBytes, setSentBytes] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const client = useQueryClient()
  const id = useId()
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
    <section aria-labelledby="manifest">
      <h2 id="manifest" className="text-lg">
        Take in a manifest
      </h2>
      <p className="mt-2 max-w-[65ch] text-soft">
        A file with one capture a line, as JSON:{' '}
        <code className="text-sm [overflow-wrap:anywhere]">
          {'{"sha256": "…", "geohash": "u33dbb", "captured_at": "2026-05-01T12:00:00Z"}'}
        </code>
        , or with <code className="text-sm">lat</code> and <code className="text-sm">lon</code> in place of
        the geohash, of which only the cell is kept. Lines that describe no capture are refused and told; all
        others are taken in together, or none. The same file again changes nothing.
      </p>
      <form onSubmit={send} className="mt-4 grid max-w-3xl gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-1">
            <label htmlFor={`${id}-file`} className="caption">
              Manifest (NDJSON)
            </label>
            <input
              id={`${id}-file`}
              type="file"
              accept=".ndjson,.jsonl,.json,application/x-ndjson"
              className="field w-full py-2 font-sans file:mr-3 file:rounded-full file:border file:border-edge file:bg-sunken file:px-3 file:py-0.5"
              disabled={upload.isPending}
              aria-describedby={`${id}-size`}
              onChange={({ target }) => {
                setFile(target.files?.[0])
                upload.reset()
              }}
            />
            <span
              id={`${id}-size`}
              className={`text-sm empty:hidden ${isTooLong ? 'text-bad' : 'text-soft'}`}
            >
              {isTooLong
                ? `${sizeText(file.size)} are more than ${maxManifestBytes / 1024 / 1024} MiB. Split the file, or use the command line (npm run ingest).`
                : file && sizeText(file.size)}
            </span>
          </div>
          <div className="grid content-start gap-1">
            <label htmlFor={`${id}-reason`} className="caption">
              Reason, kept in the log
            </label>
            <input
              id={`${id}-reason`}
              className="field font-sans"
              maxLength={500}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
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
            Take in this manifest
          </button>
          {upload.isPending && (
            <button
              type="button"
              className="button"
              onClick={() =>
                abort.current?.abort(
                  new Error(
                    'You stopped it. Nothing of it was taken in, unless it had been sent to the end.',
                  ),
                )
              }
            >
              Stop
            </button>
          )}
        </div>
      </form>
      {upload.data && <Taken taken={upload.data} />}
    </section>
  )
}

function Progress({ sent, size }: { sent: number; size: number }) {
  const isSent = sent >= size
  return (
    <div>
      <p role="status" className="text-sm">
        {isSent ? 'All sent. The service is writing it down…' : 'Sending…'}
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
        Written down as{' '}
        <Link href={`/operator/log?id=${taken.id}`} className="link">
          action {taken.id}
        </Link>
        . Fingerprint of the manifest: <Hash value={taken.sha256} label="fingerprint of the manifest" />
      </p>
      {refused > 0 && (
        <>
          <p className="mt-4 text-sm">
            {refused > faults.length ? `The first ${faults.length} lines that were refused` : 'Refused lines'}
            ; the others are in. Mend these and send the file again.
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
