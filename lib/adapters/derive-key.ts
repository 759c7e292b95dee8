import 'server-only'
import { hkdfSync } from 'node:crypto'

const derived = new Map<string, Buffer>()

/** Derives a separate key for each purpose from the secret key (HKDF-SHA256). Derived keys are cached. */
export function deriveKey(input: { secretKey: string; purpose: string }): Buffer {
  const { secretKey, purpose } = input
  const name = `${purpose}\n${secretKey}`
  let key = derived.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
    derived.set(name, key)
  }
  return key
}
