import 'server-only'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** A key in AWS KMS. */
export type KmsKeyRef = Readonly<{
  /** ARN of the key itself, never of an alias: an alias can be pointed at another key. */
  arn: string
  region: string
  /** The account of the key. A signature by any other key is refused. */
  address: Address
}>

/** A key that signs transactions: its private key, or where to have it used. */
export type KeyRef = Hex | KmsKeyRef

/** A key that was used before. Without `key` nothing more is signed with it. */
export type RetiredKey = Readonly<{ address: Address; key: KeyRef | undefined }>

export function addressOf(key: KeyRef): Address {
  return typeof key === 'string' ? privateKeyToAddress(key) : key.address
}

const privateKeyForm = /^0x[0-9a-fA-F]{64}$/
const addressForm = /^0x[0-9a-fA-F]{40}$/
const kmsForm = /^(arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[\w-]+)@(0x[0-9a-fA-F]{40})$/

export const keyForms =
  'must be 0x and 64 hex digits, or the ARN of an AWS KMS key with its address (arn:aws:kms:REGION:ACCOUNT:key/ID@0x…)'

/** Reads a key setting; `undefined` when the text is none. */
export function parseKeyRef(text: string): KeyRef | undefined {
  if (privateKeyForm.test(text)) return isPrivateKey(text as Hex) ? (text as Hex) : undefined
  const [, arn, region, address] = kmsForm.exec(text) ?? []
  return arn && region && address ? { arn, region, address: address as Address } : undefined
}

/** Reads a key that was used before, which may be named by its address alone. */
export function parseRetiredKey(text: string): RetiredKey | undefined {
  if (addressForm.test(text)) return { address: text as Address, key: undefined }
  const key = parseKeyRef(text)
  return key && { address: addressOf(key), key }
}

/** Not every number of 32 bytes is a key of the curve. */
function isPrivateKey(text: Hex): boolean {
  try {
    privateKeyToAddress(text)
    return true
  } catch {
    return false
  }
}
