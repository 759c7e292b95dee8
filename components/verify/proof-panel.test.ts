import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import type { CheckStage } from './check-steps.ts'
import type { Awaited } from './claims.tsx'
import { ProofPanel } from './proof-panel.tsx'
import { type Surroundings, SurroundingsContext } from './surroundings.ts'

const sha256 = 'ab'.repeat(32)
const around: Surroundings = { isServed: false, chainNote: 'Not checked offline.' }
const steps = ['file', 'fields', 'leaf', 'path', 'root'].map((name) => ({ name, holds: true }))
const report = {
  verdict: 'verified',
  sha256,
  chain: { outcome: 'confirmed', time: 1_795_000_000 },
  recomputed: { steps, holds: true, isConsistent: true },
  proof: {
    proof: ['0x1'],
    geohash: 'srb0br',
    captured_at: '2026-11-23T15:00:00Z',
    attestation: { chain_id: 8453, time: '2026-11-23T16:00:00Z' },
  },
} as unknown as Report

const done = (): CheckStage => ({ is: 'done', report: { verdict: 'could_not_check', sha256 } })

const drawn = (stage: CheckStage, awaited?: Awaited) => {
  const panel = createElement(ProofPanel, {
    stage,
    subject: 'photo',
    level: 1 as const,
    statement: 'What the file states.',
    awaited,
  })
  return renderToStaticMarkup(createElement(SurroundingsContext, { value: around }, panel))
}

test('the claims, said not to be confirmed, and what the file states stand between the verdict and the checks', () => {
  const html = drawn({ is: 'done', report })
  const parts = ['Unchanged since', 'Not confirmed by Cairn', 'What the file states.', 'The checks', '(leaf)']
  const places = parts.map((part) => html.indexOf(part))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((one, other) => one - other))
})

test('the proof is downloaded beside the other actions, without opening the details', () => {
  expect(drawn({ is: 'done', report })).toContain('Download the proof')
  const unknown = { verdict: 'unknown', sha256 } as const
  expect(drawn({ is: 'done', report: unknown })).not.toContain('Download the proof')
})

test('while the chain is read, the claims stand there already, and nothing is called proven or checked', () => {
  const { proof, recomputed } = report
  const html = drawn({ is: 'asking', found: { proof: proof!, recomputed: recomputed! } })
  expect(html.indexOf('Not confirmed by Cairn')).toBeGreaterThan(0)
  expect(html).toContain('anchored, says the proof')
  expect(html).toContain('being checked in your browser')
})

test('what stands below the claims is drawn with them or later, and a place that the service knows is drawn at once', () => {
  const asking = { is: 'asking', found: undefined } as const
  for (const stage of [{ is: 'hashing', share: 0.4 } as const, asking]) {
    expect(drawn(stage)).not.toContain('The checks')
    expect(drawn(stage)).not.toContain('Claimed place and time')
  }
  const html = drawn(asking, { sha256: 'a'.repeat(64), geohash: 'srb0br', name: 'Santa Croce, Florence' })
  expect(html.indexOf('Claimed place and time')).toBeGreaterThan(0)
  expect(html.indexOf('The checks')).toBeGreaterThan(html.indexOf('Claimed place and time'))
  expect(
    drawn(done(), { sha256: 'a'.repeat(64), geohash: 'srb0br', name: 'Santa Croce, Florence' }),
  ).not.toContain('Claimed place')
})

test('the verdict of a file that could not be checked stands before what the file states', () => {
  const why = { reason: 'This device is offline.', isOffline: true } as const
  const html = drawn({ is: 'done', report: { verdict: 'could_not_check', sha256, ...why } })
  expect(html.indexOf('could not be checked')).toBeGreaterThan(0)
  expect(html.indexOf('What the file states.')).toBeGreaterThan(html.indexOf('could not be checked'))
  expect(html).not.toContain('Not confirmed by Cairn')
})
