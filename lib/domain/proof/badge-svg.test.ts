import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BadgeFact, writeBadge } from '#lib/domain/proof/badge-svg'

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const facts: BadgeFact[] = [
  { state: 'attested', sha256, block: 77, time: '2026-03-04T14:05:09Z' },
  { state: 'withdrawn', sha256, withdrawnAt: '2026-04-05T06:07:08Z', isAnchored: true },
  { state: 'pending', sha256 },
  { state: 'unknown', sha256 },
  { state: 'could_not_check', sha256 },
]

test.each(facts)(
  'the badge for $state shows its state and reads it aloud, and never claims that a file is true',
  (fact) => {
    const svg = writeBadge(fact)
    const text = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, inner]) => inner).join(' ')
    const title = /<title id="t">([^<]*)<\/title>/.exec(svg)![1]!
    expect(svg).toContain('role="img" aria-labelledby="t"')
    expect(title).toContain('9f86d081…b0f00a08')
    expect(svg).not.toMatch(/authentic|genuine|\breal\b|\btrue\b|verified/i)
    const said = {
      attested: 'attested 4 Mar 2026 UTC',
      withdrawn: 'withdrawn 5 Apr 2026 UTC',
      pending: 'waiting for its anchor',
      unknown: 'not known',
      could_not_check: 'could not check',
    }
    expect(text).toBe(`Cairn ${said[fact.state]}`)
    const width = Number(/ width="(\d+)"/.exec(svg)![1])
    const [x, length] = [...svg.matchAll(/x="(\d+)" y="16" textLength="(\d+)"/g)].at(-1)!.slice(1).map(Number)
    expect(width - x! - length!).toBe(10)
  },
)

test('a capture that was withdrawn before its anchor is not shown as attested', () => {
  const fact = { state: 'withdrawn', sha256, withdrawnAt: '2026-04-05T06:07:08Z' } as const
  expect(writeBadge({ ...fact, isAnchored: true })).toContain('attestation can still be checked')
  expect(writeBadge({ ...fact, isAnchored: false })).not.toContain('attest')
})

test('the badge of a demonstration says so, in sight and read aloud', () => {
  const svg = writeBadge(facts[0]!, { isDemo: true })
  expect(svg).toContain('>attested 4 Mar 2026 UTC, demo<')
  expect(svg).toContain('This is a demonstration with a test chain, and no evidence.</title>')
})

test('states differ in more than colour', () => {
  const shapes = facts.map(
    (fact) => /<circle.*$/m.exec(writeBadge(fact).replace(/c[xy]="\d+"|M\d+/g, ''))![0],
  )
  expect(new Set(shapes).size).toBe(facts.length)
})

/** Any UTF-16, halves of pairs too. The library's own takes seconds to count all characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'<>&"\'/'),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
  )
  .map((units) => units.join(''))

test('input is never rendered as markup', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const svg = writeBadge({ state: 'attested', sha256, block: 1, time: text })
      expect(svg.match(/</g)).toHaveLength(writeBadge(facts[0]!).match(/</g)!.length)
    }),
  )
})
