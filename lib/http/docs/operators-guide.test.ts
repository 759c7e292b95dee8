import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operatorsGuide } from './operators-guide.ts'

test('links to guides lead to their pages, and other files are named by their paths', () => {
  const text = [
    'See [webhooks](guides/webhooks.md#signatures), [keys](#keys) and [start](guides/start.md).',
    'With [Compose](../deploy/README.md) ([why](decisions/2026-11-26-cdn.md)), by [rules](https://example.org/a).',
  ].join('\n')
  expect(operatorsGuide(text)).toBe(
    [
      'See [webhooks](/docs/webhooks#signatures), [keys](#keys) and [start](/docs).',
      'With Compose (`deploy/README.md`) (why: `docs/decisions/2026-11-26-cdn.md`), by [rules](https://example.org/a).',
    ].join('\n'),
  )
})

test('the title and pictures are left out', () => {
  expect(operatorsGuide('# Running\n\nFirst.\n\n![A picture](pictures/console.png)\n\nLast.\n')).toBe(
    'First.\n\nLast.\n',
  )
})

test('in the guide of this repository every link leads to a page, a section or another site', () => {
  const text = operatorsGuide(readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8'))
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!)
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter((target) => !/^(#|\/docs|\/operator|https:\/\/)/.test(target))).toEqual([])
})
