import 'server-only'
import { hkdfSync } from 'node:crypto'

const derived = new Map<string, Buffer>()

/** A key of its own for one purpose, from the secret all of them come from. */
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
