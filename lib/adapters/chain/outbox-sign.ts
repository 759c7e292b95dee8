import 'server-only'
import { type Address, hexToBytes, keccak256 } from 'viem'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { takeNonce } from '#lib/adapters/chain/outbox-nonce'
import type { ChainTxIntent, SignedTx } from '#lib/adapters/chain/outbox-types'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Tx } from '#lib/adapters/db'
import { currentTraceparent } from '#lib/adapters/trace'
import type { Fees } from '#lib/domain/chain/fees'

/**
 * Stores and signs a chain transaction within the caller's database transaction. The caller broadcasts it right after the commit. If
 * that process dies first, the sender queue sends it. The idempotency key must be new: a known one fails and rolls everything back.
 */
export async function signNow(args: {
  tx: Tx
  chain: Chain
  signer: Signer
  intent: ChainTxIntent
  gasLimit: bigint
  fees: Fees
}): Promise<SignedTx> {
  const { tx, chain, signer, intent, gasLimit, fees } = args
  if (intent.chainId !== chain.chainId) throw new Error(`intent for chain ${intent.chainId} on ${chain.id}`)
  if (intent.sender.toLowerCase() !== signer.address.toLowerCase())
    throw new Error(`intent of ${intent.sender} given to the signer of ${signer.address}`)
  const nonce = await takeNonce({ tx, chain, address: signer.address })
  const [row] = await tx
    .insert(chainTx)
    .values({ ...rowOf(intent), gasLimit: Number(gasLimit), state: 'sent', nonce })
    .returning({ id: chainTx.id })
  const txId = row!.id
  const signed = await signAttempt({ tx, txId, signer, intent, nonce, gasLimit, fees })
  return { txId, nonce, ...signed }
}

/** The columns of an intent. */
export function rowOf(intent: ChainTxIntent) {
  return {
    chainId: intent.chainId,
    sender: intent.sender.toLowerCase(),
    kind: intent.kind,
    idemKey: intent.idemKey,
    recipient: intent.to.toLowerCase(),
    data: hexToBytes(intent.data),
    value: intent.value ?? 0n,
    gasLimit: intent.gasLimit === undefined ? null : Number(intent.gasLimit),
    traceparent: currentTraceparent() ?? null,
  }
}

/** Signs one form of a transaction and stores its bytes. The same fees give the same bytes, which are stored once. */
export async function signAttempt(args: {
  tx: Tx
  txId: number
  signer: Signer
  intent: Pick<ChainTxIntent, 'chainId' | 'data' | 'value'> & { to: Address }
  nonce: number
  gasLimit: bigint
  fees: Fees
  /** True for an empty transaction that replaces the call. */
  cancels?: boolean
}): Promise<Pick<SignedTx, 'hash' | 'raw'>> {
  const { tx, txId, fees, cancels = false } = args
  const { hash, raw } = await signBytes(args)
  await tx
    .insert(chainAttempt)
    .values({ hash: hexToBytes(hash), txId, raw: hexToBytes(raw), cancels, ...fees })
    .onConflictDoNothing()
  return { hash, raw }
}

/** The signed bytes of a transaction and their hash. */
export async function signBytes(args: {
  signer: Signer
  intent: Pick<ChainTxIntent, 'chainId' | 'data' | 'value'> & { to: Address }
  nonce: number
  gasLimit: bigint
  fees: Fees
}): Promise<Pick<SignedTx, 'hash' | 'raw'>> {
  const { signer, intent, nonce, gasLimit, fees } = args
  const raw = await signer.signTransaction({
    type: 'eip1559',
    chainId: intent.chainId,
    nonce,
    to: intent.to,
    data: intent.data,
    value: intent.value ?? 0n,
    gas: gasLimit,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  })
  return { hash: keccak256(raw), raw }
}
