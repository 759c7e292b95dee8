import { expect, test } from 'vitest'
import type { SenderQueue } from '#lib/schemas/operator-chain'
import {
  areEndpointsWell,
  endpointsText,
  isWell,
  orderQueues,
  queueAnchor,
  queuesText,
  standOf,
  stoppedQueues,
} from './queue-words.ts'

const none = { count: 0, since: null }
const queue = (of: Partial<SenderQueue> = {}) =>
  ({
    frozen: null,
    gap: 0,
    pass_error: null,
    passed_seconds_ago: 3,
    balance: '1',
    lasts: 900,
    roles: ['relayer'],
    queued: none,
    sent: none,
    mined: none,
    ...of,
  }) as SenderQueue
const frozen = queue({ frozen: { at: '2026-03-04T00:00:00Z', by: '0x', reason: 'a test' } })

test('one line says whether all queues run, or how many do not and why', () => {
  expect(queuesText([queue(), queue()])).toBe('All 2 queues run.')
  expect(queuesText([queue(), frozen, queue({ lasts: 4 })])).toBe('1 queue is frozen. 1 key is low on gas.')
  expect(queuesText([queue({ passed_seconds_ago: null }), queue({ gap: -1 })])).toBe(
    '1 key was used outside this database. 1 queue is checked by no worker.',
  )
})

test('while the service is frozen no queue is said to run, and one that is frozen itself is still named', () => {
  expect(queuesText([queue(), queue({ passed_seconds_ago: 900 })], true)).toBe(
    'No queue sends: the service is frozen.',
  )
  expect(queuesText([queue(), frozen], true)).toBe(
    'No queue sends: the service is frozen. 1 queue is frozen.',
  )
  expect([queue(), frozen].map((one) => standOf(one, true))).toEqual(['waits', 'frozen'])
})

test('queues that are stopped come first and have an anchor each', () => {
  const low = queue({ lasts: 4 })
  const runs = queue()
  const retired = queue({ roles: ['retired'], passed_seconds_ago: null })
  expect(orderQueues([retired, runs, low, frozen])).toEqual([frozen, low, retired, runs])
  expect(stoppedQueues([retired, runs, low, frozen])).toEqual([frozen])
  expect(queueAnchor({ network: 'eip155:8453', sender: '0xAb' })).toBe('queue-eip155-8453-0xab')
})

test('gas that could not be read is never called well', () => {
  expect(isWell(queue())).toBe(true)
  for (const bad of [frozen, queue({ balance: null, lasts: null }), queue({ lasts: 4 })])
    expect(isWell(bad)).toBe(false)
  expect(queuesText([queue({ balance: null, lasts: null })])).toContain('could not be read')
})

test('a retired key with nothing waiting needs neither gas nor a worker', () => {
  const retired = queue({ roles: ['retired'], lasts: 0, passed_seconds_ago: null })
  expect(isWell(retired)).toBe(true)
  expect(queuesText([queue(), queue(), retired])).toBe('All 2 queues run.')
  expect(isWell({ ...retired, sent: { count: 1, since: null } })).toBe(false)
})

test('an endpoint without an answer, or with another block, is not called well', () => {
  const answers = { answer_ms: 4, agreement: 'agrees' } as never
  const away = { answer_ms: null, agreement: 'unknown' } as never
  expect(endpointsText([answers, answers])).toBe('Both endpoints answer.')
  expect(endpointsText([answers, away])).toBe('1 endpoint does not answer.')
  expect([[answers], [answers, away]].map(areEndpointsWell)).toEqual([true, false])
})
