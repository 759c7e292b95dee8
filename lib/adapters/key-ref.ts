import 'server-only'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** A key in AWS KMS. */
export type KmsKeyRef = Readonly<{
  /** ARN of the key itself, not of an alias, because an alias can be changed to another key. */
  arn: string
  region: string
  /** The account of the key. Signatures of other keys are refused. */
  address: Address
}>

/** A key that signs transactions: a private key, or a reference to a KMS key. */
export type KeyRef = Hex | KmsKeyRef

/** A key that was used earlier. If `key` is undefined, it signs no further transactions. */
export type RetiredKey = Readonly<{ address: Address; key: KeyRef | undefined }>

export function addressOf(key: KeyRef): Address {
  return typeof key === 'string' ? privateKeyToAddress(key) : key.address
}

const privateKeyForm = /^0x[0-9a-fA-F]{64}$/
const addressForm = /^0x[0-9a-fA-F]{40}$/
const kmsForm = /^(arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[\w-]+)@(0x[0-9a-fA-F]{40})$/

export const keyForms =
  'must be 0x and 64 hex digits, or the ARN of an AWS KMS key with its address (arn:aws:kms:REGION:ACCOUNT:key/ID@0x…)'

/** Parses a key setting; returns `undefined` if it is invalid. */
export function parseKeyRef(text: string): KeyRef | undefined {
  if (privateKeyForm.test(text)) return isPrivateKey(text as Hex) ? (text as Hex) : undefined
  const [, arn, region, address] = kmsForm.exec(text) ?? []
  return arn && region && address ? { arn, region, address: address as Address } : undefined
}

/** Parses a retired key, which may be only an address. */
export function parseRetiredKey(text: string): RetiredKey | undefined {
  if (addressForm.test(text)) return { address: text as Address, key: undefined }
  const key = parseKeyRef(text)
  return key && { address: addressOf(key), key }
}

/** False for 32-byte values outside the range of secp256k1 keys. */
function isPrivateKey(text: Hex): boolean {
  try {
    privateKeyToAddress(text)
    return true
  } catch {
    return false
  }
}
