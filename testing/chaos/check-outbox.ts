import { bytesToHex, type Hex, parseTransaction } from 'viem'
import type { ChainBooks } from '#testing/chaos/chain-books'
import type { NetworkId, ServiceFixture } from '#testing/chaos/service-fixture'

type Row = {
  id: string
  sender: Hex
  kind: string
  state: string
  nonce: string | null
  minedHash: string | null
  hash: Uint8Array | null
  raw: Uint8Array | null
}

/**
 * Each row has one nonce that never changes. The transaction mined with a nonce was stored in its row before, all nonces are
 * present, and all signed versions of a row make the same call.
 */
export async function checkOutbox(args: {
  fixture: Pick<ServiceFixture, 'sql' | 'networks'>
  network: NetworkId
  books: ChainBooks
  say: (what: string) => void
}): Promise<void> {
  const { fixture, network, books, say } = args
  const { chainId } = fixture.networks[network]
  const rows = await fixture.sql<Row[]>`
    select id, sender, kind, state, nonce, '0x' || encode(mined_hash, 'hex') as "minedHash", hash, raw
    from chain_tx left join chain_attempt on tx_id = id where chain_id = ${chainId} order by nonce, max_fee_per_gas`
  const accounts = await fixture.sql<{ address: Hex; nextNonce: string }[]>`
    select address, next_nonce as "nextNonce" from chain_account where chain_id = ${chainId}`
  for (const { address, nextNonce } of accounts) {
    const ofKey = rows.filter((row) => row.sender === address && row.nonce !== null)
    const byNonce = Map.groupBy(ofKey, (row) => Number(row.nonce))
    const nonces = [...byNonce.keys()].sort((a, b) => a - b)
    const missing = nonces.filter((nonce, index) => index > 0 && nonce !== nonces[index - 1]! + 1)
    if (missing.length > 0) say(`${address} has gaps before the nonces ${missing}`)
    const count = await books.transactionCount(address)
    if (Number(nextNonce) !== count) say(`${address} counts ${nextNonce} nonces, the chain ${count}`)
    if (nonces.length > 0 && nonces.at(-1) !== count - 1)
      say(`${address} stored nonces up to ${nonces.at(-1)}, the chain mined ${count}`)
    const sent = new Map((books.sent.get(address) ?? []).map((tx) => [tx.nonce, tx.hash]))
    for (const [nonce, forms] of byNonce) checkRow({ nonce, forms, mined: sent.get(nonce), say })
    for (const nonce of sent.keys())
      if (nonces.length > 0 && nonce >= nonces[0]! && !byNonce.has(nonce))
        say(`${address} sent nonce ${nonce} without a row`)
  }
}

function checkRow(args: {
  nonce: number
  forms: readonly Row[]
  /** `undefined` when it was mined before the books begin. */
  mined: Hex | undefined
  say: (what: string) => void
}): void {
  const { nonce, forms, mined, say } = args
  const [row] = forms as [Row]
  const name = `transaction ${row.id} (${row.kind}, nonce ${nonce})`
  if (new Set(forms.map((form) => form.id)).size > 1)
    say(`nonce ${nonce} was given to ${forms.map((form) => form.id)}`)
  if (row.state === 'lost') say(`${name} was lost`)
  const stored = forms.flatMap((form) =>
    form.hash && form.raw ? [{ hash: bytesToHex(form.hash), raw: form.raw }] : [],
  )
  const contents = stored.map(({ raw }) => {
    const { nonce: signed, to, data, value } = parseTransaction(bytesToHex(raw))
    return `${signed} ${to} ${data} ${value}`
  })
  if (new Set(contents).size !== 1) say(`${name} has ${new Set(contents).size} different contents`)
  if (mined === undefined) return
  if (!stored.some((form) => form.hash === mined))
    say(`${name}: the chain mined ${mined}, which was never stored`)
  if (row.minedHash !== mined) say(`${name} names ${row.minedHash}, the chain mined ${mined}`)
}
