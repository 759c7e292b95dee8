import { z } from 'zod'

const place = 'cairn.bounties'

/** What this browser keeps of a bounty: the token that opens it, which exists nowhere else. */
const bountyKeySchema = z.object({
  bounty_id: z.string().min(1).max(64),
  agent_token: z.string().min(16).max(200),
  title: z.string().max(400),
  amount_usdc: z.int().min(1),
  network: z.string().max(40),
  kept_at: z.iso.datetime(),
})
export type BountyKey = z.output<typeof bountyKeySchema>

/** The file a key is saved to, and read from. */
const keyFileSchema = z.object({ cairn_bounties: z.array(bountyKeySchema).min(1) })

const listeners = new Set<() => void>()
let last: { text: string | null; keys: readonly BountyKey[] } = { text: null, keys: [] }

/** The bounties this browser can open, newest first; the same list while nothing changes. */
export function readBountyKeys(): readonly BountyKey[] {
  const text = localStorage.getItem(place)
  if (text !== last.text) last = { text, keys: parse(text) }
  return last.keys
}

/** Calls back when another part of this page, or another tab, changes them. */
export function watchBountyKeys(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === place && onChange()
  listeners.add(onChange)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onStorage)
  }
}

export function keepBountyKey(key: BountyKey): void {
  const others = readBountyKeys().filter(({ bounty_id }) => bounty_id !== key.bounty_id)
  localStorage.setItem(place, JSON.stringify([key, ...others]))
  for (const listener of listeners) listener()
}

export function forgetBountyKey(bountyId: string): void {
  localStorage.setItem(
    place,
    JSON.stringify(readBountyKeys().filter(({ bounty_id }) => bounty_id !== bountyId)),
  )
  for (const listener of listeners) listener()
}

/** The text of a key file. */
export function writeKeyFile(keys: readonly BountyKey[]): string {
  return `${JSON.stringify({ cairn_bounties: keys }, null, 2)}\n`
}

/** Reads a key file. @throws Error that says what is wrong with it */
export function readKeyFile(text: string): BountyKey[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('This is not a file of bounty keys: it is not JSON.')
  }
  const parsed = keyFileSchema.safeParse(json)
  if (!parsed.success) throw new Error('This is not a file of bounty keys.')
  return parsed.data.cairn_bounties
}

function parse(text: string | null): readonly BountyKey[] {
  if (text === null) return []
  try {
    // One that is damaged does not hide the others.
    return (JSON.parse(text) as unknown[]).flatMap((item) => bountyKeySchema.safeParse(item).data ?? [])
  } catch {
    return []
  }
}
