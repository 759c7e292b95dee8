'use client'
import { useState } from 'react'
import { useConnectors } from 'wagmi'
import { Choice } from '#components/ui/choice'
import { WalletProvider } from '#components/wallet/wallet-provider'
import { queryPath, signedQueries } from '#lib/client/ask-query'
import { signPayment } from '#lib/client/sign-payment'
import type { SignedRequest } from '#lib/client/signed-request'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { usePayer } from '../wallet/use-payer.ts'
import type { ExploreNetwork } from './explore-types.ts'
import { usdcWords } from './words.ts'

type Props = {
  networks: readonly (ExploreNetwork & { amountAtomic: bigint })[]
  request: { body: string; title: string; page: string }
  isHeld: boolean
  isAgain: boolean
  sending: { isBusy: boolean; waiting: string; problem: string }
  onSigned: (signed: SignedRequest) => void
}

/** Paying for an answer with a wallet of this browser. */
export default function PayQuery({ wallet, ...props }: Props & { wallet: WalletSettings }) {
  return (
    <WalletProvider settings={wallet}>
      <Pay {...props} />
    </WalletProvider>
  )
}

function Pay({ networks, request, isHeld, isAgain, sending, onSigned }: Props) {
  const connectors = useConnectors()
  const { signWith, isBusy: isSigning, problem } = usePayer()
  const [networkId, setNetworkId] = useState(networks[0]!.id)
  const [walletId, setWalletId] = useState<string>()
  // An older wallet without a name of its own is there only when the page has one.
  const wallets = connectors.filter(({ id }) => id !== 'injected' || connectors.length === 1)
  const network = networks.find(({ id }) => id === networkId) ?? networks[0]!
  const wallet = wallets.find(({ uid }) => uid === walletId) ?? wallets[0]
  const isBusy = isSigning || sending.isBusy
  const amount = usdcWords(network.amountAtomic)

  if (!wallet)
    return (
      <p className="text-sm">
        No wallet was found in this browser. Open this page in your wallet’s own browser, or take the query as
        code below.
      </p>
    )

  const pay = async () => {
    const { id, chainId, usdc, amountAtomic } = network
    const signed = await signWith({ chainId, connectorId: wallet.uid }, (payer) =>
      signPayment({
        request: { path: queryPath, ...request },
        price: { network: id, usdc, amountAtomic },
        payer,
        place: signedQueries,
      }),
    )
    if (signed) onSigned(signed)
  }

  return (
    <div className="grid justify-items-start gap-3">
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {networks.length > 1 && (
          <Choice
            label="Network"
            value={network.id}
            options={networks.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={setNetworkId}
          />
        )}
        {wallets.length > 1 && (
          <Choice
            label="Wallet"
            value={wallet.uid}
            options={wallets.map(({ uid, name, id }) => ({ value: uid, text: nameOf(id, name) }))}
            onChange={setWalletId}
          />
        )}
      </div>
      {wallets.length === 1 && <p className="caption">With {nameOf(wallet.id, wallet.name)}.</p>}
      <button type="button" className="button button-main" disabled={isBusy || isHeld} onClick={pay}>
        {isBusy ? 'Paying…' : `Pay ${amount} on ${network.name}${isAgain ? ' again' : ''}`}
      </button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isSigning ? 'Your wallet asks you to sign.' : sending.waiting}
      </p>
      <p role="alert" className="max-w-[60ch] text-sm text-bad empty:hidden">
        {isBusy ? '' : problem || sending.problem}
      </p>
    </div>
  )
}

function nameOf(id: string, name: string): string {
  if (id === 'demo') return 'the demo wallet of this sandbox'
  return id === 'injected' ? 'your wallet' : name
}
