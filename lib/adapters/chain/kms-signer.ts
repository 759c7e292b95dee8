import 'server-only'
import { createPublicKey } from 'node:crypto'
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1'
import {
  type Address,
  concatHex,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  isAddressEqual,
  keccak256,
  type LocalAccount,
  numberToHex,
  recoverAddress,
  type Signature,
  serializeSignature,
  serializeTransaction,
} from 'viem'
import { publicKeyToAddress, toAccount } from 'viem/accounts'
import type { KmsKeyRef } from '#lib/adapters/key-ref'

// Signs transactions with a key that a key service holds.

const algorithm = 'ECDSA_SHA_256'
const connectTimeoutMs = 1_000
const requestTimeoutMs = 2_000
/** The limit for one signature with all its tries. Callers hold a database transaction meanwhile. */
const totalTimeoutMs = 5_000
/** The SDK waits up to 1 s and then up to 2 s between the tries of a throttled request, which fits into `totalTimeoutMs`. */
const maxTries = 3

/** The key service returned no signature or no public key. Nothing was stored or sent, so the caller may retry. */
export class KeyServiceError extends Error {
  override readonly name = 'KeyServiceError'
  /** The settings name a missing or wrong key, so a retry does not help. */
  readonly isWrongKey: boolean
  constructor(message: string, options: { cause?: unknown; isWrongKey?: boolean } = {}) {
    super(message, options)
    this.isWrongKey = options.isWrongKey ?? false
  }
}

/** Credentials, and another endpoint than AWS's own, are found as by every AWS program: role, profile or AWS_* variables. */
function openClient(region: string): KMSClient {
  return new KMSClient({
    region,
    maxAttempts: maxTries,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  })
}

/**
 * A signer with a key in AWS KMS (key spec ECC_SECG_P256K1). Each signature takes a request, which is retried if the service throttles or
 * fails, and checked against the account of the key before it is used.
 *
 * @throws KeyServiceError from each of its methods, if there is no signature in time
 */
export function createKmsSigner(key: KmsKeyRef): LocalAccount {
  const client = openClient(key.region)
  const sign = (hash: Hex) => signDigest(client, key, hash)
  return toAccount({
    address: key.address,
    sign: async ({ hash }) => serializeSignature(await sign(hash)),
    signMessage: async ({ message }) => serializeSignature(await sign(hashMessage(message))),
    signTypedData: async (data) => serializeSignature(await sign(hashTypedData(data as never))),
    signTransaction: async (transaction, { serializer = serializeTransaction } = {}) => {
      const unsigned = await serializer(transaction as never)
      return serializer(transaction as never, await sign(keccak256(unsigned)))
    },
  })
}

/** Signs a digest of 32 bytes, with the low `s` of the two that are valid (EIP-2), and its recovery bit. */
async function signDigest(client: KMSClient, key: KmsKeyRef, hash: Hex): Promise<Signature> {
  const { Signature: der } = await ask(() =>
    client.send(
      new SignCommand({
        KeyId: key.arn,
        Message: hexToBytes(hash),
        MessageType: 'DIGEST',
        SigningAlgorithm: algorithm,
      }),
      { abortSignal: AbortSignal.timeout(totalTimeoutMs) },
    ),
  )
  const { r, s } = readDer(der ?? new Uint8Array())
  const parts = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
  for (const yParity of [0, 1] as const) {
    const signature = { ...parts, yParity }
    const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
    if (signer && isAddressEqual(signer, key.address)) return signature
  }
  throw new KeyServiceError('the key service signed with another key than that of the configured account', {
    isWrongKey: true,
  })
}

function readDer(der: Uint8Array): { r: bigint; s: bigint } {
  try {
    return secp256k1.Signature.fromDER(der).normalizeS()
  } catch (cause) {
    throw new KeyServiceError('the key service answered with no ECDSA signature', { cause })
  }
}

/**
 * The account of a key, from its public key.
 *
 * @throws KeyServiceError if the service does not answer, or the key cannot sign transactions
 */
export async function readKmsAddress(key: KmsKeyRef): Promise<Address> {
  const client = openClient(key.region)
  const found = await ask(() =>
    client.send(new GetPublicKeyCommand({ KeyId: key.arn }), {
      abortSignal: AbortSignal.timeout(totalTimeoutMs),
    }),
  )
  if (found.KeySpec !== 'ECC_SECG_P256K1' || found.KeyUsage !== 'SIGN_VERIFY')
    throw new KeyServiceError('the key must have key spec ECC_SECG_P256K1 and key usage SIGN_VERIFY', {
      isWrongKey: true,
    })
  const publicKey = createPublicKey({
    key: Buffer.from(found.PublicKey ?? []),
    format: 'der',
    type: 'spki',
  })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const hex = (part: string): Hex => `0x${Buffer.from(part, 'base64url').toString('hex').padStart(64, '0')}`
  return publicKeyToAddress(concatHex(['0x04', hex(x), hex(y)]))
}

/** Only the error code: the messages of the service can name accounts and policies. */
async function ask<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (cause) {
    const code = cause instanceof Error ? cause.name : 'unknown error'
    const isWrongKey = code === 'NotFoundException' || code === 'InvalidArnException'
    throw new KeyServiceError(`the key service refuses or does not answer: ${code}`, { cause, isWrongKey })
  }
}
