import type { Address, Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { nonceSchema, type SessionAnswer, sessionSchema, signedInSchema } from '#lib/schemas/sign-in'
import { ApiRefusal } from './api-refusal.ts'
import { callApi } from './call-api.ts'
import { createKeptValue } from './kept-value.ts'

/**
 * Set while a session may be open. Scripts cannot read the cookie, and this mark saves a request for other
 * visitors.
 */
const mark = createKeptValue({ place: 'cairn.signed-in', parse: (text) => text !== null || undefined })

/** The signed-in wallet; `null` without a session. */
export async function readSession(signal?: AbortSignal): Promise<SessionAnswer | null> {
  if (!mark.read()) return null
  try {
    return await callApi({ path: '/api/auth/session', schema: sessionSchema, signal })
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 401)) throw error
    note(undefined)
    return null
  }
}

/**
 * Signs in by a message that the wallet signs (EIP-4361). The message is free and authorizes only the
 * sign-in.
 *
 * @param args.chainId the chain of the account, which matters to contract wallets
 */
export async function signIn(args: {
  address: Address
  chainId: number
  sign: (message: string) => Promise<Hex>
}): Promise<SessionAnswer> {
  const { address, chainId, sign } = args
  const { nonce } = await callApi({ path: '/api/auth/nonce', schema: nonceSchema })
  const message = createSiweMessage({
    address,
    chainId,
    nonce,
    version: '1',
    domain: location.host,
    uri: location.origin,
    statement: 'Sign in to Cairn. This is free and sends no transaction.',
  })
  const body = { message, signature: await sign(message) }
  const session = await callApi({
    path: '/api/auth/verify',
    method: 'POST',
    body,
    schema: signedInSchema,
    isProof: true,
  })
  note(true)
  return session
}

export async function signOut(): Promise<void> {
  await callApi({ path: '/api/auth/sign-out', method: 'POST', schema: undefined })
  note(undefined)
}

/** If the browser blocks storage, the session lasts until the page is closed. */
function note(isSignedIn: true | undefined): void {
  try {
    mark.write(isSignedIn)
  } catch {}
}
