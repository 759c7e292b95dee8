import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, hexToBytes, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi, bountyEscrowBytecode } from '#contracts/bounty-escrow'
import { demoKey } from '#lib/adapters/demo-keys'
import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'

const page = readFileSync(join(import.meta.dirname, '../../public/refund.html'), 'utf8')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data)

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

  test('is recognised on every network, with any token and grace period', async () => {
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
