'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { ApiRefusal } from '#lib/client/api-refusal'
import { callApi } from '#lib/client/call-api'
import { counted } from '#lib/domain/text/counted'
import { type Webhook, webhookSchema } from '#lib/schemas/webhook'

const path = '/api/board/notices/webhook'
const key = ['own webhook']

/** Where the notices of the signed-in contributor are posted: its address, its signing secret, and how the last delivery went. */
export function NoticeWebhook() {
  const client = useQueryClient()
  const { data: hook } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi({ path, schema: webhookSchema, signal }),
  })
  const change = useMutation({
    mutationFn: (body: { url?: string | null; rotate_secret?: true }) =>
      callApi({ path, method: 'POST', body, schema: webhookSchema }),
    onSuccess: (next) => client.setQueryData(key, next),
  })
  if (!hook) return null
  const problem = change.error instanceof ApiRefusal ? change.error.text : change.error?.message
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="text-base">Webhook</h3>
      <p className="mt-1 max-w-[60ch] text-sm text-soft">
        For your own server: each notice is posted there, signed.{' '}
        <a href="/docs/webhooks#if-you-film">What arrives, and how to check it</a>
      </p>
      <UrlForm
        key={hook.url}
        url={hook.url}
        isBusy={change.isPending}
        problem={problem}
        onSet={(url) => change.mutate({ url })}
      />
      {hook.url !== null && <Secret hook={hook} />}
      {hook.url !== null && (
        <div className="mt-3 flex flex-wrap gap-3">
          <button
            type="button"
            className="button max-sm:w-full"
            disabled={change.isPending}
            onClick={() => change.mutate({ rotate_secret: true })}
          >
            Make a new secret
          </button>
          <button
            type="button"
            className="button max-sm:w-full"
            disabled={change.isPending}
            onClick={() => change.mutate({ url: null })}
          >
            Remove the webhook
          </button>
        </div>
      )}
    </div>
  )
}

function UrlForm(props: {
  url: string | null
  isBusy: boolean
  problem: string | undefined
  onSet: (url: string) => void
}) {
  const [typed, setTyped] = useState(props.url ?? '')
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSet(typed.trim())
      }}
    >
      <label htmlFor="notice-webhook" className="block text-sm font-semibold">
        Address of your server
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          id="notice-webhook"
          type="url"
          inputMode="url"
          required
          className="field min-w-0 flex-1 basis-56"
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-describedby="notice-webhook-problem"
          aria-invalid={props.problem ? true : undefined}
        />
        <button
          type="submit"
          className="button"
          disabled={props.isBusy || typed.trim() === (props.url ?? '')}
        >
          {props.url === null ? 'Set the webhook' : 'Change the address'}
        </button>
      </div>
      <p id="notice-webhook-problem" role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {props.problem ?? ''}
      </p>
    </form>
  )
}

function Secret({ hook }: { hook: Webhook }) {
  const { secret, last_attempt: last, pending, given_up: givenUp } = hook
  return (
    <>
      {secret && (
        <details className="mt-3 text-sm">
          <summary className="min-h-11 content-center">Signing secret</summary>
          <p className="flex items-center gap-2 rounded-md bg-sunken p-3">
            <code className="min-w-0 break-all">{secret}</code>
            <CopyButton text={secret} label="Copy the signing secret" />
          </p>
          {hook.previous_secrets_until && (
            <p className="mt-2 text-soft">
              For 24 hours, messages are also signed with the secret before this.
            </p>
          )}
        </details>
      )}
      <p role="status" className="mt-2 max-w-[60ch] text-sm text-soft empty:hidden">
        {[
          last && `Last delivery: ${last.result}.`,
          pending > 0 && `${counted(pending, 'message waits', 'messages wait')}.`,
          givenUp > 0 && `${counted(givenUp, 'message was', 'messages were')} given up.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}
