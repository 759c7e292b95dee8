import { stripTypeScriptTypes } from 'node:module'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { errorTable } from '#lib/domain/error-table'
import { markdownOf } from '#lib/http/docs/documents'
import { guideMarkdown } from '#lib/http/docs/guide'
import { operationViews } from '#lib/http/docs/operation-views'
import { docPages } from '#lib/http/docs/pages'
import { searchIndex } from '#lib/http/docs/search-index'
import { snippetsOf } from '#lib/http/docs/snippets'
import { describeInterface } from '#lib/http/documents/openapi'
import { operations } from '#lib/operations/catalog'
import { exampleProof } from '#lib/operations/examples/capture'
import { slugOf } from '#lib/schemas/reference/operation'
import { findEntries } from '#lib/schemas/reference/search'
import { unchainedSettings } from '#testing/unchained-settings'

const settings = unchainedSettings('postgres://unused')
const sandbox = parseEnv({ ...settings, CAIRN_MODE: 'sandbox' })
const production = { ...sandbox, mode: 'production' as const }
const pages = docPages(sandbox)
const twins = new Map(pages.map(({ path }) => [path as string, markdownOf(path, sandbox) ?? '']))
const views = operationViews(sandbox)

const anchorsOf = (markdown: string) =>
  [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{2,3} (.+)$/gm)].map(([, text]) => slugOf(text!))

describe('the reference', () => {
  test('has a page for each operation of the API', () => {
    const listed = pages.map(({ path }) => path)
    for (const { name } of operations) expect(listed).toContain(`/docs/reference/${name}`)
    expect(new Set(listed).size).toBe(listed.length)
    expect(views).toHaveLength(listed.filter((path) => path.startsWith('/docs/reference/')).length)
  })

  test('follows every reference of the description, and knows the type of all it shows', () => {
    expect(JSON.stringify(describeInterface(sandbox))).toContain('$ref')
    expect(JSON.stringify(views)).not.toContain('$ref')
    for (const { parameters, body, answer, id } of views)
      expect(JSON.stringify([parameters, body, answer.shape]), id).not.toMatch(/"type":"(any)?"/)
  })

  test('marks operations that exist only in a sandbox, and omits them in production', () => {
    const only = views.filter(({ isSandboxOnly }) => isSandboxOnly).map(({ id }) => id)
    expect(only).toEqual(expect.arrayContaining(['advanceClock', 'fundWallet']))
    const paths = docPages(production).map(({ path }) => path)
    for (const id of only) {
      expect(twins.get(`/docs/reference/${id}`)).toContain('Sandbox only')
      expect(paths).not.toContain(`/docs/reference/${id}`)
      expect(markdownOf(`/docs/reference/${id}`, production)).toBeUndefined()
    }
  })

  test('tells prices in words, with the networks', () => {
    const priceOf = (id: string) => views.find((view) => view.id === id)?.price?.text
    expect(priceOf('queryObservations')).toBe('0.01 USDC per call, on Base or Arc')
    expect(priceOf('createBounty')).toBe('50 to 5,000 USDC, as you choose, on Base or Arc')
    expect(priceOf('verifyProvenance')).toBeUndefined()
  })

  test('shows every operation with an answer, and code that can be read by what it is for', () => {
    for (const operation of views) {
      const [curl, typescript, python, mcp] = snippetsOf(operation, sandbox.baseUrl)
      expect(curl!.code.split("'").length % 2, `${operation.id}: quotes`).toBe(1)
      expect(() => stripTypeScriptTypes(typescript!.code), operation.id).not.toThrow()
      expect(python!.code, operation.id).not.toMatch(/: (true|false|null)\b/)
      expect(mcp === undefined).toBe(operation.tool === undefined)
      if (mcp) expect(JSON.parse(mcp.code)).toMatchObject({ method: 'tools/call' })
      for (const snippet of [curl!, typescript!, python!]) expect(snippet.code).not.toContain('{id}')
    }
  })
})

describe('the guides', () => {
  test('are filled with the values of the deployment', () => {
    for (const [path, markdown] of twins) {
      expect(markdown, path).toMatch(/^# /)
      expect(markdown, path).not.toContain('{{')
      const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
      expect(prose, path).not.toMatch(/\bundefined\b|\[object/)
    }
    for (const { name, usdc } of sandbox.networks) {
      expect(twins.get('/docs/payment')).toContain(name)
      expect(twins.get('/docs/payment')).toContain(usdc.address)
    }
  })

  test('lead only to pages and headings that are there', () => {
    const anchors = new Map([...twins].map(([path, markdown]) => [path, new Set(anchorsOf(markdown))]))
    const links = [...twins].flatMap(([path, markdown]) =>
      [...markdown.matchAll(/\]\((\/docs[^)]*)\)/g)].map(([, href]) => ({ path, href: href! })),
    )
    expect(links.length).toBeGreaterThan(100)
    const broken = links.filter(({ href }) => {
      const [page = '', anchor] = href.split('#')
      const known = anchors.get(page.replace(/\.md$/, ''))
      return !known || (anchor !== undefined && !known.has(anchor))
    })
    expect(broken).toEqual([])
  })

  test('say of every error what happened to the money', () => {
    const sections = twins.get('/docs/errors')!.split(/^## /m)
    for (const [code, { status }] of Object.entries(errorTable)) {
      const section = sections.find((one) => one.startsWith(`${code}\n`))
      expect(section, code).toContain(`Status ${status}.`)
      expect(section, code).toContain('**Money:**')
    }
  })

  test('have a program for checking a proof that finds the root', () => {
    const source = /```TypeScript\n([\s\S]+?)```/.exec(guideMarkdown('verify', sandbox))![1]!
    const script = stripTypeScriptTypes(source.replace(/^import .*$/gm, '').replace('export ', ''))
    const rootOf = new Function(
      'keccak_256',
      'bytesToHex',
      'concatBytes',
      'hexToBytes',
      'utf8ToBytes',
      `${script}\nreturn rootOf`,
    )(keccak_256, bytesToHex, concatBytes, hexToBytes, utf8ToBytes)
    expect(rootOf(exampleProof, exampleProof.sha256)).toBe(exampleProof.tree.root)
    expect(rootOf(exampleProof, '0'.repeat(64))).not.toBe(exampleProof.tree.root)
  })
})

describe('the search', () => {
  const entries = searchIndex(sandbox)
  const first = (question: string) => findEntries(entries, question, 1)[0]?.href

  test('finds errors, members, operations and guides by what one would type', () => {
    expect(first('settlement_pending')).toBe('/docs/errors#settlement_pending')
    expect(first('payment')).toBe('/docs/payment')
    expect(first('verifyProvenance')).toBe('/docs/reference/verifyProvenance')
    expect(first('radius_m')).toBe('/docs/reference/queryObservations')
    expect(first('merkle nonsense')).toBeUndefined()
    expect(first('  ')).toBeUndefined()
  })

  test('leads only to pages and headings that are there, and stays small', () => {
    for (const { href } of entries) {
      const [path = '', anchor] = href.split('#')
      expect(twins.has(path), href).toBe(true)
      if (anchor) expect(anchorsOf(twins.get(path)!), href).toContain(anchor)
    }
    expect(JSON.stringify(entries).length).toBeLessThan(60_000)
  })
})
