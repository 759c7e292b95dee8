import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type AbiItem, type Chain, parseAbi, toFunctionSelector } from 'viem'
import * as chains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { bountyEscrowV2Abi } from '#contracts/bounty-escrow-v2'
import { knownChainIds, networks } from '#lib/domain/chain/networks'

const page = readFileSync(join(import.meta.dirname, '../../public/refund.html'), 'utf8')
const inside = (tag: string) =>
  new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page.slice(page.indexOf('<title>')))![1]!
/** The members of one of the page's tables that are a selector and a signature. */
const table = (name: string) => new RegExp(`const ${name} = \\{([\\s\\S]*?)\\n\\}`).exec(page)![1]!
const sha256 = (data: string) => createHash('sha256').update(data)

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

  test.each(knownChainIds)(
    'has network %i with the token, explorer and coin that the service has',
    (chainId) => {
      const { name, usdc, explorerUrl, nativeCoin } = networks[chainId]
      const rpcUrls = Object.values<Chain>(chains).flatMap(({ id, rpcUrls }) =>
        id === chainId ? rpcUrls.default.http : [],
      )
      const entry = new RegExp(`\\n  ${chainId}: \\{([\\s\\S]*?)\\n  \\}`).exec(table('networks'))![1]!
      expect(entry).toContain(`name: '${name}'`)
      expect(entry).toContain(`usdc: '${usdc.address.toLowerCase()}'`)
      expect(entry).toContain(`explorer: '${explorerUrl}'`)
      expect(entry).toContain(`fee: '${nativeCoin}'`)
      expect(rpcUrls).toContain(/rpc: '([^']*)'/.exec(entry)![1])
      expect(page).toContain(`<option value="${chainId}">${name} (${chainId})</option>`)
    },
  )

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
