import 'server-only'
import { createPublicClient, type Hex, http, type PublicClient } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'

const timeoutMs = 3_000
const quickTimeoutMs = 1_000

/** The answer of one endpoint of a chain. */
export type ProviderHead = {
  /** The host of its URL. The rest of a URL often contains a key and must not leave this process. */
  host: string
  answerMs: number | undefined
  error: string | undefined
  /** `timestamp` in epoch seconds. */
  head: { number: number; hash: Hex; timestamp: number } | undefined
}

/** The answer of an endpoint compared with the others of its chain. */
export type Provider = ProviderHead & {
  /**
   * `agrees` if it has the same block as most others, at the height that all have reached. If two endpoints differ, both are
   * `differs`, because nothing shows which one is right.
   */
  agreement: 'agrees' | 'differs' | 'alone' | 'unknown'
}

/** Asks every endpoint of a chain for its newest block, in parallel and with a short timeout. Never throws. */
export async function readProviderHeads(rpcUrls: readonly string[]): Promise<ProviderHead[]> {
  const looks = await Promise.all(rpcUrls.map((url) => look(url, quickTimeoutMs)))
  return looks.map(({ provider }) => provider)
}

/** Asks every endpoint of a chain directly, bypassing the failover of normal reads, and compares them. Never throws. */
export async function lookAtProviders(rpcUrls: readonly string[]): Promise<{
  providers: Provider[]
  /** `undefined`: fewer than two answered. */
  comparedAt: number | undefined
}> {
  const looks = await Promise.all(rpcUrls.map((url) => look(url, timeoutMs)))
  const heads = looks.flatMap(({ provider }) => provider.head ?? [])
  if (heads.length < 2) {
    const providers = looks.map(({ provider }) => ({
      ...provider,
      agreement: provider.head ? ('alone' as const) : ('unknown' as const),
    }))
    return { providers, comparedAt: undefined }
  }
  const height = Math.min(...heads.map(({ number }) => number))
  const hashes = await Promise.all(looks.map((each) => hashAt(each, height)))
  const providers = looks.map(({ provider }, index) => ({
    ...provider,
    agreement: agreementOf(hashes[index], hashes),
  }))
  return { providers, comparedAt: height }
}

type Look = { client: PublicClient; provider: ProviderHead }

async function look(url: string, timeout: number): Promise<Look> {
  const client = createPublicClient({ transport: http(url, { timeout, retryCount: 0 }) })
  const { host } = new URL(url)
  const begun = performance.now()
  try {
    const block = await client.getBlock({ blockTag: 'latest' })
    const answerMs = Math.round(performance.now() - begun)
    const head = { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) }
    return { client, provider: { host, answerMs, error: undefined, head } }
  } catch (error) {
    return { client, provider: { host, answerMs: undefined, error: errorText(error), head: undefined } }
  }
}

async function hashAt({ client, provider }: Look, height: number): Promise<Hex | undefined> {
  if (!provider.head) return undefined
  if (provider.head.number === height) return provider.head.hash
  return client.getBlock({ blockNumber: BigInt(height) }).then(
    (block) => block.hash,
    () => undefined,
  )
}

function agreementOf(hash: Hex | undefined, all: readonly (Hex | undefined)[]): Provider['agreement'] {
  if (!hash) return 'unknown'
  const told = all.filter((other) => other !== undefined)
  if (told.length === 1) return 'alone'
  return told.filter((other) => other === hash).length * 2 > told.length ? 'agrees' : 'differs'
}
