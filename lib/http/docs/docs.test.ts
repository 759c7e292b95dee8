import { stripTypeScriptTypes } from 'node:module'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as viem from 'viem'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { errorTable } from '#lib/domain/error-table'
import { anchorSchema } from '#lib/domain/proof/anchor-words'
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
      for (const snippet of [curl!, typescript!, python!]) {
        expect(snippet.code).not.toMatch(/\{\w*id\}|uploads\/'/)
        expect(snippet.code, 'a credential to fill in').not.toContain('…')
      }
      if (!mcp) continue
      const message = /-d '(.+)'$/s.exec(mcp.code)![1]!.replaceAll(/'"|"'/g, '').replaceAll("'\\''", "'")
      expect(JSON.parse(message)).toMatchObject({ method: 'tools/call' })
      expect(mcp.code).toContain("-H 'accept: application/json, text/event-stream'")
    }
  })

  test('shows how to upload a film: its length, the offset, and its bytes', () => {
    const codeOf = (id: string) =>
      snippetsOf(views.find((view) => view.id === id)!, sandbox.baseUrl).map(({ code }) => code)
    for (const code of codeOf('beginUpload')) expect(code).toMatch(/Upload-Length.+film/)
    const [curl, typescript, python] = codeOf('sendUploadBytes')
    expect(curl).toMatch(/uploads\/upl_[0-9a-f]{32}'[\s\S]+'Upload-Offset: 0'[\s\S]+-T film\.mp4/)
    expect(typescript).toMatch(/'Upload-Offset': '0'[\s\S]+body: film,/)
    expect(python).toMatch(/"Upload-Offset": "0"[\s\S]+data=open\("film\.mp4", "rb"\)/)
    for (const id of ['getUploadOffset', 'discardUpload'])
      for (const code of codeOf(id)) expect(code).toMatch(/uploads\/upl_[0-9a-f]{32}/)
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

  test('have a program that reads the attestation of a root', async () => {
    const source = [...guideMarkdown('verify', sandbox).matchAll(/```TypeScript\n([\s\S]+?)```/g)][1]![1]!
    const script = stripTypeScriptTypes(source.replace(/^import .*$/gm, '').replace('export ', ''))
    const abi = viem.parseAbi([
      'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
      'function getAttestation(bytes32 uid) view returns (Attestation)',
    ])
    const { tree, attestation } = exampleProof
    const time = BigInt(Date.parse(attestation.time) / 1_000)
    const data = viem.encodeAbiParameters(viem.parseAbiParameters(anchorSchema), [
      ...([tree.root, BigInt(tree.tree_id), tree.leaf_count, tree.prev_root, tree.leaf_spec] as const),
    ])
    const result = {
      uid: attestation.uid,
      schema: attestation.schema_uid,
      time,
      expirationTime: 0n,
      revocationTime: 0n,
      refUID: viem.zeroHash,
      recipient: viem.zeroAddress,
      attester: attestation.attester,
      revocable: true,
      data,
    }
    const answer = viem.encodeFunctionResult({ abi, functionName: 'getAttestation', result })
    const asked: unknown[] = []
    const http = (endpoint: string) =>
      viem.custom({
        request: async ({ params }) => {
          asked.push(endpoint, params[0].to, params[0].data.slice(-64))
          return answer
        },
      })
    const given = { ...viem, http }
    const readAttestation = new Function(...Object.keys(given), `${script}\nreturn readAttestation`)(
      ...Object.values(given),
    )
    const read = await readAttestation('an endpoint', attestation)
    expect(asked).toEqual(['an endpoint', attestation.eas, attestation.uid.slice(2)])
    expect(read).toMatchObject({
      time,
      revocationTime: 0n,
      schema: attestation.schema_uid,
      root: tree.root,
      treeId: BigInt(tree.tree_id),
      leafCount: tree.leaf_count,
      prevRoot: tree.prev_root,
      leafSpec: tree.leaf_spec,
    })
    expect(viem.isAddressEqual(read.attester, attestation.attester)).toBe(true)
  })
})

test('the search leads only to pages and headings that are there', () => {
  for (const { href } of searchIndex(sandbox)) {
    const [path = '', anchor] = href.split('#')
    expect(twins.has(path), href).toBe(true)
    if (anchor) expect(anchorsOf(twins.get(path)!), href).toContain(anchor)
  }
})
