import 'server-only'
import { type WalletProof, walletProof } from '#lib/schemas/x402'

const maxHeaderBytes = 8_192

/** Reads a `SIGN-IN-WITH-X` header: base64 of JSON, by the x402 extension `sign-in-with-x`. */
export function parseWalletProof(header: string): WalletProof | 'malformed' {
  if (header.length > maxHeaderBytes) return 'malformed'
  try {
    const parsed = walletProof.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
    return parsed.success ? parsed.data : 'malformed'
  } catch {
    return 'malformed'
  }
}
