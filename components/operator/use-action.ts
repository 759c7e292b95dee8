'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRejectedRequestError } from 'viem'
import { useConfig } from 'wagmi'
import { connect, disconnect, getConnection, signMessage } from 'wagmi/actions'
import { callApi } from '#lib/client/call-api'
import { doneActionSchema, previewedActionSchema } from '#lib/schemas/operator-action'
import { noteRun } from './unfinished-action.ts'
import { useOperator } from './use-operator.ts'

// The preview of an action, and the signed action itself.

export type AskedAction = { action: string; input: Record<string, unknown> }

const preview = (asked: AskedAction, reason: string, signal?: AbortSignal) =>
  callApi({
    path: '/api/operator/actions/preview',
    method: 'POST',
    body: { ...asked, reason },
    schema: previewedActionSchema,
    ...(signal ? { signal } : {}),
  })

/** The preview of an action. It is fetched again each time the dialog opens. */
export function usePreview(asked: AskedAction, isOpen: boolean) {
  return useQuery({
    queryKey: ['operator', 'preview', asked],
    queryFn: ({ signal }) => preview(asked, '', signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * Runs an action, with a signature of the operator's wallet if it requires one. All queries of the console
 * are then refetched.
 */
export function useRunAction(asked: AskedAction) {
  const sign = useSignAsOperator()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ reason, signs }: { reason: string; signs: boolean }) => {
      const confirmation = signs ? await confirm(asked, reason, sign) : undefined
      return noteRun(() =>
        callApi({
          path: '/api/operator/actions',
          method: 'POST',
          body: { ...asked, reason, ...(confirmation ? { confirmation } : {}) },
          schema: doneActionSchema,
        }),
      )
    },
    // Except the preview: the action may have removed its subject.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ['operator'],
        predicate: ({ queryKey }) => queryKey[1] !== 'preview',
      }),
  })
}

async function confirm(asked: AskedAction, reason: string, sign: (message: string) => Promise<string>) {
  const { message, refusal } = await preview(asked, reason)
  if (message === null) throw new Error(refusal ?? 'There is nothing to sign.')
  return { message, signature: await sign(message) }
}

/** Signs with the signed-in wallet only. */
function useSignAsOperator(): (message: string) => Promise<string> {
  const config = useConfig()
  const { address } = useOperator()
  return async (message) => {
    const isTheirs = () => getConnection(config).address?.toLowerCase() === address.toLowerCase()
    for (const connector of isTheirs() ? [] : config.connectors) {
      if (getConnection(config).isConnected) await disconnect(config)
      await connect(config, { connector }).catch(() => undefined)
      if (isTheirs()) break
    }
    if (!isTheirs()) throw new Error(`Connect the wallet you signed in with, ${address}, and try again.`)
    return signMessage(config, { account: address as `0x${string}`, message }).catch((error: unknown) => {
      const refused = error instanceof UserRejectedRequestError
      throw refused ? new Error('You declined to sign, so nothing was done.') : error
    })
  }
}
