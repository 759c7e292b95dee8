import 'server-only'
import type { Address } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import type { Env } from '#lib/adapters/env'
import { CairnError, fieldError } from '#lib/domain/errors'

/** How far a signer's clock may be ahead. A clock that is behind does no harm, because the nonce limits the age of a message. */
const maxAheadMs = 300_000

export type SignInMessage = {
  address: Address
  chainId: number
  nonce: string
  /** The statement of the message; not interpreted here. */
  statement: string | undefined
  resources: readonly string[]
}

/**
 * Reads an EIP-4361 message and checks that it is for this service and currently valid. The caller checks its nonce and its
 * signature.
 *
 * @throws CairnError `invalid_request` when it cannot be read, `unauthorized` when it is for another place or time
 */
export function readSignInMessage(args: {
  env: Pick<Env, 'baseUrl' | 'networks'>
  message: string
  now: Date
}): SignInMessage {
  const { env, message, now } = args
  const read = parse(message)
  const { address, chainId, nonce, domain, scheme, uri, issuedAt, expirationTime, notBefore } = read
  const here = new URL(env.baseUrl)
  const chainIds = env.networks.map((network) => network.chainId)
  if (domain !== here.host)
    refuse(
      `is for ${domain}, and this is ${here.host}`,
      `Open this page at ${here.origin} and sign in there.`,
    )
  if (scheme !== undefined && `${scheme}:` !== here.protocol)
    refuse(`is for ${scheme}, and this is ${here.origin}`)
  if (originOf(uri) !== here.origin) refuse(`has a URI elsewhere; it must begin with ${here.origin}`)
  if (!chainIds.includes(chainId)) refuse(`is for chain ${chainId}; use one of ${chainIds.join(', ')}`)
  if (issuedAt.getTime() > now.getTime() + maxAheadMs) refuse('was issued in the future; check the clock')
  if (expirationTime && now >= expirationTime) refuse('has expired')
  if (notBefore && now < notBefore) refuse('is not valid yet')
  return { address, chainId, nonce, statement: read.statement, resources: read.resources ?? [] }
}

/** Parses the message, and accepts it only if formatting the result gives the same text: it contains nothing else. */
function parse(message: string) {
  try {
    const { address, chainId, nonce, domain, uri, version, issuedAt, ...rest } = parseSiweMessage(message)
    if (address && chainId && nonce && domain && uri && version && issuedAt) {
      const read = { address, chainId, nonce, domain, uri, version, issuedAt, ...rest }
      if (createSiweMessage(read) === withWholeTimes(message)) return read
    }
  } catch {
    // The error below covers this too.
  }
  throw fieldError(
    'message',
    'must be a sign-in message by EIP-4361, with a checksummed address (EIP-55), version 1, a chain id, a nonce and the time of issue.',
  )
}

/** Writes all times in the same format, because messages may use several. @throws RangeError for an invalid time */
function withWholeTimes(message: string): string {
  return message.replace(
    /^(Issued At|Expiration Time|Not Before): (.+)$/gm,
    (_, name: string, time: string) => `${name}: ${new Date(time).toISOString()}`,
  )
}

function originOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).origin : undefined
}

function refuse(what: string, next = 'Sign a new one.'): never {
  throw new CairnError('unauthorized', `The sign-in message ${what}. ${next}`)
}
