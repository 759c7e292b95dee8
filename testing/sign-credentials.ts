import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { credentialSettings, type TrustAnchors } from '#lib/domain/proof/credential-settings'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const validity = { notBefore: new Date('2026-01-01'), notAfter: new Date('2126-01-01') }

/** A `Blob` whose bytes can be read at once, as `FileReaderSync` does in the workers of a browser. */
class Bytes extends Blob {
  readonly content: Uint8Array

  constructor(bytes: Uint8Array) {
    super()
    this.content = bytes
  }

  override get size(): number {
    return this.content.length
  }

  override slice(from = 0, to = this.size): Bytes {
    return new Bytes(this.content.subarray(from, to))
  }
}

/**
 * A certificate authority of its own, and a camera that it issued a certificate to.
 *
 * @returns `anchors`: trust lists with the authority as the only signer. `sign`: returns a copy of a file with Content Credentials; `manifest` is a
 *   c2pa-rs manifest definition
 */
export async function createSigner(signer = 'Cairn Cameras') {
  const authority = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const camera = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test Root, O=Cairn Tests',
    ...validity,
    signingAlgorithm: algorithm,
    keys: authority,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: `CN=Field Camera, O=${signer}`,
    issuer: root.subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: camera.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(['1.3.6.1.4.1.62558.2.1'], true),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await SubjectKeyIdentifierExtension.create(camera.publicKey),
    ],
  })
  const anchors: TrustAnchors = { signers: root.toString('pem'), timeStamps: '' }
  return {
    anchors,
    async sign(input: { bytes: Uint8Array; mediaType: string; manifest: object }): Promise<Uint8Array> {
      startLibrary()
      const builder = WasmBuilder.fromJson(JSON.stringify(input.manifest), credentialSettings(anchors))
      const reserveSize = 4_096
      return builder.sign(
        {
          alg: 'es256',
          reserveSize,
          sign: (claim) =>
            coseSign(claim, reserveSize, new Uint8Array(certificate.rawData), camera.privateKey),
        },
        [],
        input.mediaType,
        new Bytes(input.bytes),
      )
    },
  }
}

let isStarted = false

function startLibrary(): void {
  if (isStarted) return
  isStarted = true
  const readAsArrayBuffer = ({ content }: Bytes) => Uint8Array.from(content).buffer
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer = readAsArrayBuffer
    },
  })
  const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
  initSync({ module: new WebAssembly.Module(readFileSync(wasm)) })
}

/** COSE_Sign1 (RFC 9052) with ES256, detached payload and one certificate, padded to the reserved size. */
async function coseSign(
  claim: Uint8Array,
  size: number,
  certificate: Uint8Array,
  key: CryptoKey,
): Promise<Uint8Array<ArrayBuffer>> {
  // {1: -7, 33: certificate}
  const protectedHeader = Buffer.concat([Buffer.from([0xa2, 0x01, 0x26, 0x18, 0x21]), cbor(2, certificate)])
  const signed = [Buffer.from([0x84]), cbor(3, Buffer.from('Signature1')), cbor(2, protectedHeader)]
  const toBeSigned = Buffer.concat([...signed, cbor(2, Buffer.alloc(0)), cbor(2, claim)])
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, toBeSigned))
  const padded = (padding: number) =>
    Buffer.concat([
      ...[
        Buffer.from([0xd2, 0x84]),
        cbor(2, protectedHeader),
        Buffer.from([0xa1]),
        cbor(3, Buffer.from('pad')),
      ],
      ...[cbor(2, Buffer.alloc(padding)), Buffer.from([0xf6]), cbor(2, signature)],
    ])
  return new Uint8Array(padded(1_000 + size - padded(1_000).length))
}

/** A byte string (2) or text (3). */
function cbor(major: 2 | 3, bytes: Uint8Array): Buffer {
  const { length } = bytes
  const head = length < 24 ? [length] : length < 256 ? [24, length] : [25, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([(major << 5) | head[0]!, ...head.slice(1)]), bytes])
}
