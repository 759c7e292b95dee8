'use client'
import { skipToken, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useConfig } from 'wagmi'
import { disconnect, signMessage } from 'wagmi/actions'
import { ApiRefusal } from '#lib/client/api-refusal'
import { leaveUpload } from '#lib/client/current-upload'
import { endPush } from '#lib/client/push'
import { readSession, signIn, signOut } from '#lib/client/sign-in'
import type { SessionAnswer } from '#lib/schemas/sign-in'
import { connectWallet } from './connect-wallet.ts'

const key = ['session']
const endedKey = ['ended session']
const banKey = ['ban']
const signOutKey = ['sign out']

/** Call this after a refusal: it checks if the session has ended, and then shows the sign-in. */
export function useLookAgain(): (error: Error) => void {
  const client = useQueryClient()
  return useCallback(
    (error) => {
      if (isBan(error) || (error instanceof ApiRefusal && error.status === 401))
        void client.invalidateQueries({ queryKey: key })
    },
    [client],
  )
}

/** The wallet that is signed in on this device. */
export function useSession() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal, client }) => {
      const session = await readSession(signal).catch((error: unknown) => {
        if (!isBan(error)) throw error
        client.setQueryData(banKey, error.message)
        return null
      })
      const isLeaving = client.isMutating({ mutationKey: signOutKey }) > 0
      if (!session && client.getQueryData(key) && !isLeaving && !client.getQueryData(banKey))
        client.setQueryData(endedKey, true)
      return session
    },
  })
}

/** True if a session ended while its wallet used this page, other than by its own sign-out. */
export function useHasEnded(): boolean {
  return useQuery<boolean>({ queryKey: endedKey, queryFn: skipToken }).data ?? false
}

/** Why an operator banned the wallet that was signed in, in a sentence or two; `undefined` if none was banned. */
export function useBan(): string | undefined {
  return useQuery<string | null>({ queryKey: banKey, queryFn: skipToken }).data ?? undefined
}

export const isBan = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === 'wallet_banned'

/** True while a sign-out is not complete: its wallet would be disconnected after another sign-in. */
export function useIsLeaving(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0
}

type Wallet = { connectorId: string }

/** Connects a wallet, unless it is connected, and signs in with it. */
export function useSignIn() {
  const config = useConfig()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ connectorId }: Wallet): Promise<SessionAnswer> => {
      const { connector, address, chainId } = await connectWallet(config, connectorId)
      const known = config.chains.some(({ id }) => id === chainId)
      return signIn({
        address,
        chainId: known && chainId ? chainId : config.chains[0].id,
        sign: (message) => signMessage(config, { account: address, connector, message }),
      })
    },
    onSuccess: (session) => {
      client.setQueryData(key, session)
      client.setQueryData(endedKey, false)
      client.setQueryData(banKey, null)
    },
  })
}

export function useSignOut() {
  const config = useConfig()
  const client = useQueryClient()
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== key[0] }
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      // A private query that is still running would be refused once the session has ended.
      await client.cancelQueries(others)
      // Before anything else, because the page may be closed right after the click. The server ends the notifications of this browser with
      // the session.
      await signOut()
      // At once, because a private query that is repeated now would be refused.
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, null)
      client.removeQueries(others)
      await endPush().catch(() => {})
      await leaveUpload()
      await disconnect(config)
    },
    onError: () => client.refetchQueries({ ...others, type: 'active' }),
  })
}
