'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useId, useSyncExternalStore } from 'react'
import { Moment } from '#components/ui/moment'
import { callApi } from '#lib/client/call-api'
import { sizeText } from '#lib/client/check-view'
import { currentServerId, discardUpload, readUpload, watchUpload } from '#lib/client/current-upload'
import { uploadName } from '#lib/client/upload-names'
import { type Uploads, uploadsSchema } from '#lib/schemas/upload'
import { limitText } from './upload-limit.ts'

const uploadsKey = ['uploads']

/**
 * The uploads of the signed-in wallet that no submission has taken, each with a button to discard it. It shows nothing while there are none.
 *
 * @param whenNearLimit shown only if at most one more upload can begin
 * @param isWide true if it fills its column, as the cards below it do
 * @param onRoom called after one was discarded
 */
export function UnfinishedUploads({
  whenNearLimit = false,
  isWide = false,
  onRoom,
}: {
  whenNearLimit?: boolean
  isWide?: boolean
  onRoom?: () => void
}) {
  const heading = useId()
  const client = useQueryClient()
  const current = useSyncExternalStore(watchUpload, readUpload, () => undefined)
  const { data, error } = useQuery({
    queryKey: [...uploadsKey, current?.phase],
    queryFn: ({ signal }) => callApi({ path: '/api/board/uploads', schema: uploadsSchema, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const discard = useMutation({
    mutationFn: async (id: string) => {
      if (id === currentServerId()) return discardUpload()
      await callApi({
        path: `/api/board/uploads/${encodeURIComponent(id)}`,
        method: 'DELETE',
        headers: { 'Tus-Resumable': '1.0.0' },
        schema: undefined,
      })
    },
    onSuccess: () => onRoom?.(),
    onSettled: () => client.invalidateQueries({ queryKey: uploadsKey }),
  })
  if (error && !whenNearLimit)
    return (
      <p role="alert" className="text-sm text-bad">
        Your unfinished uploads could not be listed. {error.message}
      </p>
    )
  if (!data || data.uploads.length === 0) return null
  if (whenNearLimit && data.uploads.length < data.max_uploads - 1) return null
  return (
    <section
      aria-labelledby={heading}
      className={`rounded-lg border border-line bg-raised p-4 text-sm sm:p-5 ${isWide ? '' : 'max-w-[65ch]'}`}
    >
      <h2 id={heading} className="text-base">
        Uploads that are not submitted
      </h2>
      <p className="mt-1 text-soft">{limitText(data)}</p>
      <ul className="mt-2 grid">
        {data.uploads.map((upload) => (
          <Unfinished
            key={upload.upload_id}
            upload={upload}
            isBusy={discard.isPending}
            onDiscard={() => discard.mutate(upload.upload_id)}
          />
        ))}
      </ul>
      <p role="alert" className="mt-2 text-bad empty:hidden">
        {discard.error?.message ?? ''}
      </p>
    </section>
  )
}

function Unfinished(props: { upload: Uploads['uploads'][number]; isBusy: boolean; onDiscard: () => void }) {
  const { upload, isBusy, onDiscard } = props
  const { upload_id: id, byte_length: bytes, created_at: at, state, expires_at: until } = upload
  const known = uploadName(id)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3 first:border-0">
      <span>
        <span className="block font-semibold wrap-anywhere">
          {known?.file ?? 'Film from another browser or device'}
        </span>
        {known && (
          <span className="block wrap-anywhere">
            For{' '}
            <Link href={`/board/${known.bounty.id}`} prefetch={false} className="link">
              {known.bounty.title}
            </Link>
          </span>
        )}
        <span className="block">
          {sizeText(bytes)}, upload begun <Moment within iso={at} />
        </span>
        <span className="block text-soft">
          {state === 'received' ? 'Complete' : 'Not complete'}. Deleted <Moment within iso={until} /> unless
          it is submitted{state === 'received' ? '' : ' or resumed'}
          {known && ': choose the same file again at its bounty'}.
        </span>
      </span>
      <button type="button" className="button" disabled={isBusy} onClick={onDiscard}>
        Discard
        <span className="sr-only">
          {known ? ` the upload of ${known.file}` : ` the upload of ${sizeText(bytes)}`}, begun{' '}
          <Moment within iso={at} />
        </span>
      </button>
    </li>
  )
}
