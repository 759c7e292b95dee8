import 'server-only'
import { createHmac } from 'node:crypto'
import { hexToBytes, keccak256, toBytes } from 'viem'
import { deriveKey } from '#lib/adapters/derive-key'
import type { PaymentKey } from '#lib/schemas/payment-key'

/*
 * A bounty's names are derived from its payment. A payment is settled once, so it has one bounty, even if
 * another process creates the row, or the database was restored from a backup.
 */

/** 32 bytes: its reference in the escrow contract, and the nonce of its payback. Anyone can compute it. */
export function bountyRef(key: PaymentKey): Uint8Array {
  return hexToBytes(keccak256(toBytes(materialOf(key))))
}

/** Opaque, and safe in a path. */
export function bountyIdOf(input: { secretKey: string; key: PaymentKey }): string {
  const { secretKey, key } = input
  const mac = authenticate(secretKey, 'cairn bounty id', key)
  return `bty_${mac.subarray(0, 16).toString('hex')}`
}

/** The 256-bit token of a bounty. It is derived again whenever the payer asks, so only its hash is stored. */
export function agentTokenOf(input: { secretKey: string; key: PaymentKey }): string {
  const { secretKey, key } = input
  return `cairn_bounty_${authenticate(secretKey, 'cairn agent token', key).toString('base64url')}`
}

/** No part contains a bar, so different parts give different keys. */
function materialOf({ network, asset, payer, nonce }: PaymentKey): string {
  return [network, asset, payer, nonce].join('|').toLowerCase()
}

function authenticate(secretKey: string, purpose: string, key: PaymentKey): Buffer {
  return createHmac('sha256', deriveKey({ secretKey, purpose })).update(materialOf(key)).digest()
}
