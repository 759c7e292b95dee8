import 'server-only'
import type { PushKey } from '#lib/adapters/push-key'

export type PushConfig = Readonly<{
  key: PushKey
  /** For the operators of push services: mailto: or https:. */
  contact: string
}>

/** The settings of Web Push; `undefined` without a key. */
export function pushOf(settings: {
  key: PushKey | undefined
  email: string | undefined
  baseUrl: string
}): PushConfig | undefined {
  const { key, email, baseUrl } = settings
  if (!key) return undefined
  if (email) return { key, contact: `mailto:${email}` }
  // A sandbox has no public address, and push services refuse one of this machine.
  return { key, contact: baseUrl.startsWith('https:') ? baseUrl : 'mailto:nobody@cairn.example' }
}
