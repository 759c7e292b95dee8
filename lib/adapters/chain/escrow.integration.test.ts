import { type Address, bytesToHex, type Hex, maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain } from '#lib/adapters/chain/client'
import {
  encodeCancel,
  encodePost,
  findExit,
  findPost,
  findPostIn,
  readEscrowBounty,
  readEscrowId,
  readGrace,
} from '#lib/adapters/chain/escrow'
import { encodeApprove, readAllowance } from '#lib/adapters/chain/usdc'
import { mine } from '#sandbox/chain-controls'
import { type LocalChains, startChains } from '#sandbox/chains'
import { addressOf } from '#sandbox/deploy'
import { fundUsdc, openLocal } from '#sandbox/local-chain'

const poster: Address = '0x00000000000000000000000000000000000a11ce'
const ref: Hex = bytesToHex(new Uint8Array(32).fill(7))
const terms = { refundTo: poster, amountAtomic: 5_000_000n, deadline: Math.ceil(Date.now() / 1_000) + 86_400 }

let chains: LocalChains<8453>
let chain: Chain
beforeAll(async () => {
  chains = await startChains({ only: [8453] })
  chain = openChain({ chainId: 8453, rpcUrls: [network().rpcUrl], finality: 0 })
})
afterAll(() => chains.stop())

const network = () => chains.networks['eip155:8453']
const posted = () => ({ escrow: network().escrow, poster, ref })
const head = async () => Number(await chain.client.getBlockNumber())

async function send(from: Address, to: Address, data: Hex): Promise<Hex> {
  const client = openLocal(network().rpcUrl)
  await client.setBalance({ address: from, value: 10n ** 18n })
  await client.impersonateAccount({ address: from })
  const hash = await client.sendTransaction({ account: from, chain: null, to, data })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

test('a post and its exit are found from any sender, and only within the searched blocks', async () => {
  const { usdc, escrow, rpcUrl } = network()
  await fundUsdc(rpcUrl, usdc, poster, terms.amountAtomic)
  await send(poster, usdc, encodeApprove(escrow, maxUint256))
  const token = { address: usdc, domainName: 'USD Coin', domainVersion: '2' }
  expect(await readAllowance({ chain, usdc: token, owner: poster, spender: escrow })).toBe(2n ** 256n - 1n)
  expect(await readEscrowId({ chain, posted: posted(), blockNumber: undefined })).toBeUndefined()

  const postTx = await send(poster, escrow, encodePost({ ref, ...terms }))
  const postBlock = await head()
  const id = (await readEscrowId({ chain, posted: posted(), blockNumber: undefined }))!
  const bounty = { id, state: 'open', amountAtomic: 5_000_000n, deadline: BigInt(terms.deadline) }
  expect(await readEscrowBounty({ chain, escrow, id, blockNumber: undefined })).toMatchObject(bounty)
  const before = { blockNumber: BigInt(postBlock - 1) }
  expect(await readEscrowId({ chain, posted: posted(), ...before })).toBeUndefined()
  expect((await readEscrowBounty({ chain, escrow, id, ...before })).state).toBe('none')
  expect(await readGrace(chain, escrow)).toBe(259_200)

  const found = { id, transaction: postTx, amountAtomic: 5_000_000n }
  expect(await findPostIn({ chain, posted: posted(), transaction: postTx })).toMatchObject(found)
  const other = { ...posted(), ref: bytesToHex(new Uint8Array(32).fill(8)) }
  expect(await findPostIn({ chain, posted: other, transaction: postTx })).toBeUndefined()

  await mine(rpcUrl, 3)
  const to = await head()
  const search = (within: { from: number; to: number }) => findPost({ chain, posted: posted(), within })
  for (const within of [
    { from: 0, to },
    { from: postBlock, to },
    { from: postBlock, to: postBlock },
  ])
    expect(await search(within)).toMatchObject(found)
  expect(await search({ from: postBlock + 1, to })).toBeUndefined()
  expect(await search({ from: 0, to: postBlock - 1 })).toBeUndefined()

  const cancelTx = await send(addressOf('escrow_operator'), escrow, encodeCancel(id))
  const within = { from: postBlock, to: await head() }
  expect(await findExit({ chain, escrow, id, exit: 'cancelled', within })).toBe(cancelTx)
  expect(await findExit({ chain, escrow, id, exit: 'refunded', within })).toBeUndefined()
  expect(await findExit({ chain, escrow, id: id + 1n, exit: 'cancelled', within })).toBeUndefined()
})
