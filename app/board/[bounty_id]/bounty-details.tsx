import { PlaceWords } from '#components/place/place-words'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import type { Env, NetworkConfig } from '#lib/adapters/env'
import { isEscrowed } from '#lib/domain/bounty/bounty'
import type { BoardEntry } from '#lib/services/bounties/board-entry'

/** Details for readers who check us: where the money is, and the numbers of the bounty. */
export function BountyDetails({ entry, env }: { entry: BoardEntry; env: Env }) {
  const network = networkOf(env, entry)
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 content-center text-sm font-semibold">Details</summary>
      <dl className="mt-2 grid gap-x-10 gap-y-4 text-sm sm:grid-cols-2">
        {entry.geohash && (
          <Fact name="Cell (geohash)">
            <PlaceWords geohash={entry.geohash} />
          </Fact>
        )}
        <Fact name="Network">
          {networkNameOf(env, entry)} ({entry.chainId})
        </Fact>
        <Fact name="Number in the escrow contract">{entry.onchainId}</Fact>
        {network && (
          <Fact name="Escrow contract">
            <Hash value={entry.escrow} label="the escrow contract" />
          </Fact>
        )}
        {network && entry.createTx && (
          <Fact name="Escrow transaction">
            <Hash value={entry.createTx} label="the escrow transaction" />
            <Explorer env={env} network={network} tx={entry.createTx} />
          </Fact>
        )}
      </dl>
      {network && entry.numberIsFinal && (
        <p className="mt-4 max-w-[62ch] text-sm text-soft">
          {isEscrowed(entry.state) ? (
            <>
              The money is in a contract, not with us:{' '}
              <a href={refundLink(env, network, entry)}>see it there</a>. If our service goes down, anyone can
              send it back from that page some days after the deadline.
            </>
          ) : (
            <>
              The money was in a contract, not with us:{' '}
              <a href={refundLink(env, network, entry)}>see where it went</a>.
            </>
          )}
        </p>
      )}
    </details>
  )
}

export function networkNameOf(env: Env, entry: BoardEntry): string {
  return networkOf(env, entry)?.name ?? `chain ${entry.chainId}`
}

function networkOf({ networks }: Env, { chainId }: BoardEntry): NetworkConfig | undefined {
  return networks.find((candidate) => candidate.chainId === chainId)
}

/** A local chain has no public explorer. */
function Explorer({ env, network, tx }: { env: Env; network: NetworkConfig; tx: string }) {
  if (env.mode === 'sandbox') return null
  return <a href={`${network.explorerUrl}/tx/${tx}`}>see it in the explorer</a>
}

/** Where the reader's browser reads the bounty from the chain. Our own endpoints may contain a key, so only public ones are passed on. */
function refundLink(env: Env, network: NetworkConfig, entry: BoardEntry): string {
  const publicUrl = env.mode === 'sandbox' ? network.rpcUrls[0] : undefined
  const rpc = publicUrl ?? (network.chainId === env.anchor.chainId ? env.anchor.publicRpcUrl : undefined)
  const facts = new URLSearchParams({
    chain: String(network.chainId),
    escrow: entry.escrow,
    id: String(entry.onchainId),
    ...(rpc === undefined ? {} : { rpc }),
  })
  return `/refund.html#${facts}`
}
