import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type AbiItem, type Hex, hexToBytes, parseAbi, size, toFunctionSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arc, base } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi, bountyEscrowBytecode } from '#contracts/bounty-escrow'
import { bountyEscrowV2Abi } from '#contracts/bounty-escrow-v2'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseEnv } from '#lib/adapters/env'
import { openLocal } from '#lib/sandbox/chain-controls'
import { type LocalChains, startChains } from '#lib/sandbox/chains'

const page = readFileSync(join(import.meta.dirname, '../../public/refund.html'), 'utf8')
const inside = (tag: string) =>
  new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page.slice(page.indexOf('<title>')))![1]!
/** The members of one of the page's tables that are a selector and a signature. */
const table = (name: string) => new RegExp(`const ${name} = \\{([\\s\\S]*?)\\n\\}`).exec(page)![1]!
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data)

describe('the refund page', () => {
  test.each([
    ['1', bountyEscrowAbi],
    ['2', bountyEscrowV2Abi],
  ] as const)('calls what version %s of the contract has, by the right selectors', (_, escrowAbi) => {
    const abi: Abi = [...escrowAbi, ...parseAbi(['function decimals() view returns (uint8)'])]
    const known = abi.filter((item) => item.type === 'function').map((item) => toFunctionSelector(item))
    const entries = [...table('selectors').matchAll(/'([\w(),]+)': '(0x[0-9a-f]{8})'/g)]
    expect(entries).toHaveLength(6)
    for (const [, signature, selector] of entries) {
      expect(toFunctionSelector(signature!)).toBe(selector)
      expect(known).toContain(selector)
    }
  })

  test('calls what version 2 alone has by the right selectors', () => {
    const functions = bountyEscrowV2Abi.filter((item) => item.type === 'function')
    const known = functions.map((item) => toFunctionSelector(item))
    const entries = [...table('selectorsOfVersion2').matchAll(/'([\w(),]+)': '(0x[0-9a-f]{8})'/g)]
    expect(entries).toHaveLength(4)
    for (const [, signature, selector] of entries) {
      expect(toFunctionSelector(signature!)).toBe(selector)
      expect(known).toContain(selector)
    }
  })

  test('knows the contract’s errors by the right selectors', () => {
    const known = (bountyEscrowV2Abi as readonly AbiItem[]).flatMap((item) =>
      item.type === 'error'
        ? [toFunctionSelector(`${item.name}(${item.inputs.map(({ type }) => type).join()})`)]
        : [],
    )
    const entries = [...table('errorNames').matchAll(/'(0x[0-9a-f]{8})': '([\w(),]+)'/g)]
    expect(entries.length).toBeGreaterThan(4)
    for (const [, selector, signature] of entries) {
      expect(toFunctionSelector(signature!)).toBe(selector)
      if (signature !== 'Error(string)') expect(known).toContain(selector)
    }
  })

  test('names the token and the explorer of each network as the service does', () => {
    const settings = Object.fromEntries(
      [8453, 5042].flatMap((id) => [
        [`RPC_URLS_${id}`, 'http://127.0.0.1:1'],
        [`PAY_TO_${id}`, `0x${'11'.repeat(20)}`],
        [`ESCROW_ADDRESS_${id}`, `0x${'22'.repeat(20)}`],
      ]),
    )
    const { networks } = parseEnv({
      CAIRN_MODE: 'sandbox',
      DATABASE_URL: 'postgres://x',
      BASE_URL: 'https://cairn.example',
      SECRET_KEY: 's'.repeat(32),
      TREASURY_ADDRESS: `0x${'33'.repeat(20)}`,
      MEDIA_DIR: 'media',
      RELAYER_KEY: `0x${'44'.repeat(32)}`,
      ...settings,
    })
    const entries = table('networks')
    for (const { name, usdc, explorerUrl } of networks) {
      expect(entries).toContain(`name: '${name}'`)
      expect(entries).toContain(`usdc: '${usdc.address.toLowerCase()}'`)
      expect(entries).toContain(`explorer: '${explorerUrl}'`)
    }
    for (const chain of [base, arc]) {
      expect(entries).toContain(`rpc: '${chain.rpcUrls.default.http[0]}'`)
      expect(entries).toContain(`explorer: '${chain.blockExplorers.default.url}'`)
    }
  })

  test('runs nothing but its own two blocks, as its policy says', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!
    expect(policy).toBe(
      [
        "default-src 'none'",
        `script-src 'sha256-${sha256(inside('script')).digest('base64')}'`,
        `style-src 'sha256-${sha256(inside('style')).digest('base64')}'`,
        'img-src data:',
        'connect-src http: https:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    )
  })

  test('loads nothing, and writes text only as text', () => {
    const withoutIcon = page.replace(/<link rel="icon"[^>]*>/, '')
    expect(withoutIcon).not.toMatch(/\b(src|srcset|data-src)=|<link|@import|url\(/)
    expect(withoutIcon).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
    )
    expect(withoutIcon).not.toMatch(/style="|\son\w+="/)
  })
})

describe('the escrow’s code', () => {
  let chains: LocalChains
  beforeAll(async () => {
    chains = await startChains()
  })
  afterAll(() => chains.stop())

  const codes = [...page.matchAll(/\{ sha256: '([0-9a-f]{64})', blanks: \[([\d, ]+)\] \}/g)].map(
    ([, hash, starts]) => ({ hash: hash!, blanks: starts!.split(', ').map(Number) }),
  )
  const hashOf = (code: Hex, { blanks }: { blanks: number[] }) => {
    const bytes = hexToBytes(code)
    for (const start of blanks) bytes.fill(0, start, start + 32)
    return sha256(bytes).digest('hex')
  }
  const [version1, version2] = codes as [(typeof codes)[0], (typeof codes)[0]]

  test('is known on every network, whatever token and grace it was deployed with', async () => {
    const { rpcUrl, usdc } = chains.networks['eip155:8453']
    const client = openLocal(rpcUrl)
    const account = privateKeyToAccount(demoKey('deployer'))
    const hash = await client.deployContract({
      abi: bountyEscrowAbi,
      bytecode: bountyEscrowBytecode,
      args: [usdc, account.address, account.address, 1],
      account,
      chain: null,
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    expect(codes).toHaveLength(2)
    expect(hashOf((await client.getCode({ address: contractAddress! }))!, version1)).toBe(version1.hash)
    const ofNetworks = await Promise.all(
      Object.values(chains.networks).map((network) =>
        openLocal(network.rpcUrl).getCode({ address: network.escrow }),
      ),
    )
    expect(new Set(ofNetworks).size).toBe(2)
    expect(ofNetworks.map((code) => hashOf(code!, version2))).toEqual([version2.hash, version2.hash])
  })

  test('is not taken for it when one byte elsewhere differs', async () => {
    const { rpcUrl, escrow } = chains.networks['eip155:8453']
    const code = (await openLocal(rpcUrl).getCode({ address: escrow }))!
    const inBlank = (index: number) => version2.blanks.some((start) => index >= start && index < start + 32)
    for (let index = 0; index < size(code); index += 97) {
      if (inBlank(index)) continue
      const bytes = hexToBytes(code)
      bytes[index]! ^= 1
      expect(hashOf(`0x${Buffer.from(bytes).toString('hex')}`, version2)).not.toBe(version2.hash)
    }
  })
})
