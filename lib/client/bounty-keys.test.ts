import { beforeEach, expect, test, vi } from 'vitest'
import {
  type BountyKey,
  forgetBountyKey,
  keepBountyKey,
  keepFileKeys,
  noteSavedKeys,
  readBountyKeys,
  readKeyFile,
  watchBountyKeys,
  writeKeyFile,
} from '#lib/client/bounty-keys'

const keyOf = (id: string): BountyKey => ({
  bounty_id: id,
  agent_token: `cairn_bounty_${'t'.repeat(43)}`,
  title: `Bounty ${id}`,
  amount_usdc: 50,
  network: 'eip155:8453',
  kept_at: '2026-11-20T12:00:00.000Z',
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
})

test('keys are listed newest first, once per bounty, and listeners are notified', () => {
  let changes = 0
  const stop = watchBountyKeys(() => {
    changes += 1
  })
  for (const id of ['bty_1', 'bty_2', 'bty_1']) keepBountyKey(keyOf(id))
  stop()
  forgetBountyKey('bty_none')
  expect(readBountyKeys().map(({ bounty_id }) => bounty_id)).toEqual(['bty_1', 'bty_2'])
  expect(changes).toBe(3)
})

test('the list stays the same object while nothing changes', () => {
  keepBountyKey(keyOf('bty_1'))
  expect(readBountyKeys()).toBe(readBountyKeys())
})

test('a damaged entry does not hide the others', () => {
  localStorage.setItem('cairn.bounties', JSON.stringify([{ bounty_id: 7 }, keyOf('bty_1')]))
  expect(readBountyKeys()).toEqual([keyOf('bty_1')])
  localStorage.setItem('cairn.bounties', 'no JSON')
  expect(readBountyKeys()).toEqual([])
})

test('a written key file is read back', () => {
  const keys = [keyOf('bty_1'), keyOf('bty_2')]
  expect(readKeyFile(writeKeyFile(keys))).toEqual(keys)
})

test('a saved key says when it was saved, here and in its file, and a newer key of the bounty does not', () => {
  const [old, other] = [keyOf('bty_1'), keyOf('bty_2')]
  keepBountyKey({ ...old, agent_token: `cairn_bounty_${'n'.repeat(43)}` })
  keepBountyKey(other)
  const saved = noteSavedKeys([old, other], '2026-11-21T12:00:00.000Z')
  expect(readKeyFile(writeKeyFile(saved)).map((key) => key.saved_at)).toEqual([
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T12:00:00.000Z',
  ])
  expect(readBountyKeys().map((key) => key.saved_at)).toEqual(['2026-11-21T12:00:00.000Z', undefined])
})

test.each(['', '{}', '[]', '{"cairn_bounties":[]}', '{"cairn_bounties":[{"bounty_id":"x"}]}'])(
  '%j is refused as a key file',
  (text) => {
    expect(() => readKeyFile(text)).toThrow(/not a file of bounty keys/)
  },
)

test('an old key file does not replace a newer key, unless that one opens nothing', () => {
  const old = [keyOf('bty_1'), keyOf('bty_2')]
  const recovered = {
    ...keyOf('bty_1'),
    agent_token: `cairn_bounty_${'n'.repeat(43)}`,
    kept_at: '2026-11-21T12:00:00.000Z',
  }
  keepBountyKey(recovered)
  const now = '2026-11-22T12:00:00.000Z'
  expect(keepFileKeys(old, now)).toBe(1)
  expect(readBountyKeys()).toEqual([{ ...keyOf('bty_2'), saved_at: now }, recovered])
  expect(keepFileKeys(old, now, 'bty_1')).toBe(0)
  expect(readBountyKeys()).toContainEqual({ ...keyOf('bty_1'), saved_at: now })
})
