import 'server-only'
import { parseJson } from '#lib/domain/text/json'
import { type WalletProof, walletProof } from '#lib/schemas/x402'

const maxHeaderBytes = 8_192

/** Reads a `SIGN-IN-WITH-X` header: base64 of JSON, by the x402 extension `sign-in-with-x`. */
export function parseWalletProof(header: string): WalletProof | 'malformed' {
  if (header.length > maxHeaderBytes) return 'malformed'
  const value = parseJson(Buffer.from(header, 'base64').toString('utf8'))
  return walletProof.safeParse(value).data ?? 'malformed'
}
