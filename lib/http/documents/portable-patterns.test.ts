import { expect, test } from 'vitest'
import { parseEnv, usualPrices } from '#lib/adapters/env'
import { openApiDocument } from '#lib/http/documents/documents'
import { describeTools } from '#lib/mcp/tools'
import { unchainedSettings } from '#testing/unchained-settings'

/** Every pattern in a document, at any depth. */
function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  )
}

test('every pattern that is published means the same to readers in other languages', () => {
  // No database is needed for a document that is derived from settings.
  const document = openApiDocument.write(parseEnv(unchainedSettings('postgres://localhost/none')))
  const tools = describeTools(usualPrices).map(({ tool }) => tool)
  const patterns = [...new Set([...patternsIn(JSON.parse(document)), ...patternsIn(tools)])]
  expect(patterns.length).toBeGreaterThan(5)
  // JSON Schema (2020-12, section 6.4) recommends the subset that all dialects share: no Unicode classes, no escapes in braces, no named
  // groups, no lookbehind, and no sets of the `v` flag.
  const special = /\\[pPkuUx]|\\c|\(\?<|\(\?[a-zA-Z]|&&|--|\[\[/
  expect(patterns.filter((pattern) => special.test(pattern))).toEqual([])
  for (const pattern of patterns) expect(() => new RegExp(pattern), pattern).not.toThrow()
})
