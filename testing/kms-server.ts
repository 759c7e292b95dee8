import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { KmsKeyRef } from '#lib/adapters/key-ref'

/*
 * AWS KMS as far as a signer of transactions needs it: GetPublicKey and Sign of asymmetric keys in its JSON 1.1 protocol over
 * HTTP, with its error codes. As in the real service, each signature is random and has the high or the low of the two valid `s`.
 * It does not check the signature of the request, policies or grants.
 */

const region = 'eu-central-1'

type Fault = 'throttle' | 'fail' | 'hang' | 'cut' | 'other key' | 'no signature' | 'disabled'

export type KmsServer = {
  /** `AWS_*` variables that point the client to this server. */
  variables: Record<string, string>
  /** Creates a key, or imports the given one. */
  createKey: (privateKey?: Hex) => KmsKeyRef
  /** The value of a setting of the service that refers to a key. */
  settingOf: (key: KmsKeyRef) => string
  /** A key that cannot sign transactions: on another curve. */
  createOtherKey: () => KmsKeyRef
  /** Faults of the next requests, in order. `always` sets the fault of every request until it is called again. */
  meet: (...faults: Fault[]) => void
  always: (fault: Fault | undefined) => void
  /** True: signatures have the high `s`; false: the low one; `undefined`, the default: either. */
  answerHigh: (isHigh: boolean | undefined) => void
  /** Signatures made. */
  signed: () => number
  /** Requests of any kind. */
  requests: () => number
  close: () => Promise<void>
}

const order = secp256k1.CURVE.n

export async function startKmsServer(): Promise<KmsServer> {
  const keys = new Map<string, Uint8Array>()
  const others = new Map<string, Buffer>()
  const waiting: Fault[] = []
  let constant: Fault | undefined
  let isHigh: boolean | undefined
  let signed = 0
  let requests = 0

  const sign = (key: Uint8Array, digest: Uint8Array): Uint8Array => {
    const made = secp256k1.sign(digest, key, { lowS: true, extraEntropy: true })
    const high = isHigh ?? Math.random() < 0.5
    signed += 1
    return (high ? new secp256k1.Signature(made.r, order - made.s) : made).toDERRawBytes()
  }

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    requests += 1
    const fault = constant ?? waiting.shift()
    const body = JSON.parse(await readBody(incoming))
    const operation = String(incoming.headers['x-amz-target']).split('.')[1]
    const send = (status: number, content: object) => {
      outgoing.writeHead(status, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amzn-requestid': randomUUID(),
      })
      outgoing.end(JSON.stringify(content))
    }
    const refuse = (code: string, status = 400) =>
      send(status, { __type: code, message: 'As the test wants it.' })
    if (!incoming.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      return refuse('MissingAuthenticationToken')
    if (fault === 'hang') return
    if (fault === 'cut') return void incoming.socket.destroy()
    if (fault === 'throttle') return refuse('ThrottlingException')
    if (fault === 'disabled') return refuse('DisabledException')
    if (fault === 'fail') return refuse('KMSInternalException', 500)
    const key = fault === 'other key' ? secp256k1.utils.randomPrivateKey() : keys.get(body.KeyId)
    const other = others.get(body.KeyId)
    if (operation === 'GetPublicKey') {
      const about = { KeyId: body.KeyId, KeyUsage: 'SIGN_VERIFY' }
      if (other) return send(200, { ...about, KeySpec: 'ECC_NIST_P256', PublicKey: other.toString('base64') })
      if (!key) return refuse('NotFoundException')
      return send(200, { ...about, KeySpec: 'ECC_SECG_P256K1', PublicKey: spkiOf(key).toString('base64') })
    }
    if (operation !== 'Sign') return refuse('UnknownOperationException')
    if (!key) return refuse('NotFoundException')
    const digest = Buffer.from(body.Message, 'base64')
    if (body.MessageType !== 'DIGEST' || body.SigningAlgorithm !== 'ECDSA_SHA_256' || digest.length !== 32)
      return refuse('ValidationException')
    const signature = fault === 'no signature' ? Buffer.from('none') : Buffer.from(sign(key, digest))
    const { SigningAlgorithm, KeyId } = body
    send(200, { KeyId, Signature: signature.toString('base64'), SigningAlgorithm })
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const refTo = (address: Address): KmsKeyRef => ({
    arn: `arn:aws:kms:${region}:111122223333:key/${randomUUID()}`,
    region,
    address,
  })
  return {
    variables: {
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
    },
    createKey: (privateKey = hexOf(secp256k1.utils.randomPrivateKey())) => {
      const ref = refTo(privateKeyToAccount(privateKey).address)
      keys.set(ref.arn, Buffer.from(privateKey.slice(2), 'hex'))
      return ref
    },
    settingOf: ({ arn, address }) => `${arn}@${address}`,
    createOtherKey: () => {
      const ref = refTo(`0x${'aa'.repeat(20)}`)
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      others.set(ref.arn, publicKey.export({ format: 'der', type: 'spki' }))
      return ref
    },
    meet: (...faults) => void waiting.splice(0, waiting.length, ...faults),
    always: (fault) => {
      constant = fault
    },
    answerHigh: (is) => {
      isHigh = is
    },
    signed: () => signed,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** SubjectPublicKeyInfo (RFC 5480) of an uncompressed point: the head names id-ecPublicKey and secp256k1. */
function spkiOf(key: Uint8Array): Buffer {
  const head = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')
  return Buffer.concat([head, secp256k1.getPublicKey(key, false)])
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
