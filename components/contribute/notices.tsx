'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { callApi } from '#lib/client/call-api'
import { endPush, type PushState, readPush, registerWorker, startPush } from '#lib/client/push'
import { noticeFeedSchema, noticesSchema } from '#lib/schemas/notice'
import { useSession } from '../wallet/use-session.ts'
import { NoticeWebhook } from './notice-webhook.tsx'

const noticesKey = ['own notices']

/** How the signed-in contributor learns of a decision without this page: notifications of the browser, a feed, and a webhook. */
export function Notices() {
  const { data: session } = useSession()
  const { data } = useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => callApi({ path: '/api/board/notices', schema: noticesSchema, signal }),
  })
  useEffect(() => {
    // The installed app has a page of its own for when there is no connection.
    if (window.matchMedia('(display-mode: standalone)').matches) registerWorker().catch(() => {})
  }, [])
  if (!session || !data) return null
  return (
    <section aria-labelledby="notices" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="notices" className="text-lg">
        Notifications
      </h2>
      <p className="mt-1 max-w-[60ch] text-sm text-soft">
        When your film is accepted, paid or declined, and when its bounty ends.
      </p>
      {data.push && <OnThisDevice address={session.address} publicKey={data.push.public_key} />}
      <Feed hasFeed={data.has_feed} />
      <NoticeWebhook />
    </section>
  )
}

function OnThisDevice(contributor: { address: string; publicKey: string }) {
  const client = useQueryClient()
  const key = [...noticesKey, 'push', contributor.address]
  const { data: state } = useQuery({ queryKey: key, queryFn: () => readPush(contributor) })
  const change = useMutation({
    mutationFn: async (): Promise<PushState> => {
      if (state !== 'on') return startPush(contributor)
      await endPush()
      return 'off'
    },
    onSuccess: (next) => client.setQueryData(key, next),
  })
  return (
    <div className="mt-5">
      {(state === 'on' || state === 'off') && (
        <button
          type="button"
          className={`button max-sm:w-full ${state === 'off' ? 'button-main' : ''}`}
          disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {state === 'on' ? 'Turn off notifications here' : 'Notify me on this device'}
        </button>
      )}
      <p role="status" className="mt-2 max-w-[60ch] text-sm text-soft empty:hidden">
        {state ? pushText[state] : ''}
      </p>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {change.error?.message ?? ''}
      </p>
    </div>
  )
}

const pushText: Readonly<Record<PushState, string>> = {
  on: 'On for this device until you turn it off or sign out. A notification is one sentence and names no place.',
  off: '',
  denied: 'Notifications of this site are blocked in your browser. Its settings can allow them.',
  unsupported:
    'This browser shows no notifications of websites. On an iPhone or iPad, add this page to the home screen first.',
}

function Feed({ hasFeed }: { hasFeed: boolean }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      callApi({
        path: '/api/board/notices/feed',
        method: 'POST',
        body: { enabled },
        schema: noticeFeedSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: noticesKey, exact: true }),
  })
  const url = change.data?.feed_url
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="text-base">Feed</h3>
      <p className="mt-1 max-w-[60ch] text-sm text-soft">
        {hasFeed && !url
          ? 'You have a feed address. It was shown only once. A new address turns off the old one.'
          : 'For a feed reader. Anyone with the address can read it, so treat it like a password.'}
      </p>
      {url && (
        <p className="mt-3 flex items-center gap-2 rounded-md bg-sunken p-3 text-sm">
          <code className="min-w-0 break-all">{url}</code>
          <CopyButton text={url} label="Copy the feed address" />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button max-sm:w-full"
          disabled={change.isPending}
          onClick={() => change.mutate(true)}
        >
          {hasFeed ? 'Make a new address' : 'Make a feed address'}
        </button>
        {hasFeed && (
          <button
            type="button"
            className="button max-sm:w-full"
            disabled={change.isPending}
            onClick={() => change.mutate(false)}
          >
            Remove the feed
          </button>
        )}
      </div>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {change.error?.message ?? ''}
      </p>
    </div>
  )
}
