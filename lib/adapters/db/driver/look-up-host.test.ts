import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createLookup } from '#lib/adapters/db/driver/look-up-host'

const address: LookupAddress = { address: '192.0.2.7', family: 4 }
const look = (lookup: ReturnType<typeof createLookup>, hostname: string) =>
  new Promise((resolve) => {
    lookup(hostname, { all: true }, (error, found) => resolve(error ? error.code : found))
  })
const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

test('a host is reached at its last known address while name servers hang, which are asked once', async () => {
  const answers: Promise<LookupAddress[]>[] = [Promise.resolve([address]), new Promise(() => {})]
  let asked = 0
  const lookup = createLookup(() => answers[asked++]!)
  expect(await look(lookup, 'db.internal')).toEqual([address])
  expect(await Promise.all([look(lookup, 'db.internal'), look(lookup, 'db.internal')])).toEqual([
    [address],
    [address],
  ])
  expect(asked).toBe(2)
})

test('a name server that gives up counts as one that hangs, and a name that was removed is an error', async () => {
  const answers = [() => Promise.resolve([address]), () => failing('EAI_AGAIN'), () => failing('ENOTFOUND')]
  const lookup = createLookup(() => answers.shift()!())
  expect(await look(lookup, 'db.internal')).toEqual([address])
  expect(await look(lookup, 'db.internal')).toEqual([address])
  expect(await look(lookup, 'db.internal')).toBe('ENOTFOUND')
})

test('a lookup without an answer fails if the host was never resolved before', async () => {
  const lookup = createLookup(() => failing('EAI_AGAIN'))
  expect(await look(lookup, 'db.internal')).toBe('EAI_AGAIN')
})
