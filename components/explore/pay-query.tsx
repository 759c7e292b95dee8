'use client'
import { useEffect, useState } from 'react'
import { useConnectors } from 'wagmi'
import { Choice } from '#components/ui/choice'
import { WalletProvider } from '#components/wallet/wallet-provider'
import { createKeptValue } from '#lib/client/kept-value'
import { PriceChanged, signPayment } from '#lib/client/sign-payment'
import { queryPath, signedQueries } from '#lib/client/signed-queries'
import type { SignedRequest } from '#lib/client/signed-request'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { useShowText } from '../ui/use-show-text.ts'
import { listWallets } from '../wallet/connect-wallet.ts'
import { NetworkPausedNote, PausedNote } from '../wallet/paused-note.tsx'
import { usePausedNetworks } from '../wallet/payments-paused.tsx'
import { usePayer } from '../wallet/use-payer.ts'
import { WalletBalance } from '../wallet/wallet-balance.tsx'
import type { OfferedNetwork } from './explore-types.ts'
import { usdcWords } from './words.ts'

export type PayQueryProps = {
  networks: readonly OfferedNetwork[]
  /** Absent until the price is known. */
  request: { body: string; title: string; page: string } | undefined
  /** Called when the price on the page is outdated. */
  onPriceChange: () => void
  /** An earlier signed query waits for its answer, which blocks new signatures. */
  isHeld: boolean
  /** The id of the network on which the answer that the page shows was paid. It is undefined if the page shows none. */
  paidOn: string | undefined
  /** True if the page recommends something else: captures that are shown for free, or a commission where no captures are known. */
  isSecond: boolean
  isPaying: boolean
  waiting: string
  problem: string
  /** Called with the function that has the wallet sign. Sends the signed query, and waits for the answer. */
  onPay: (sign: () => Promise<SignedRequest | undefined>) => Promise<void>
}

/** The id of the network that was chosen last in this browser. */
const chosenNetwork = createKeptValue({ place: 'cairn.network', parse: readText })
/** The id of the wallet that was chosen last in this page: this part of it is mounted again with each answer. */
let chosenWallet: string | undefined

/** Paying for an answer with a wallet of this browser. */
export default function PayQuery({ wallet, ...props }: PayQueryProps & { wallet: WalletSettings }) {
  return (
    <WalletProvider settings={wallet}>
      <Pay {...props} />
    </WalletProvider>
  )
}

function Pay({
  networks,
  request,
  onPriceChange,
  isHeld,
  paidOn,
  isSecond,
  isPaying,
  waiting,
  problem,
  onPay,
}: PayQueryProps) {
  const connectors = useConnectors()
  const signing = usePayer()
  const { isFrozen: isPaused, networks: pausedNetworks } = usePausedNetworks()
  // Loaded before it is paid for, so that the answer is shown at once.
  useEffect(() => void import('./answer.tsx').catch(() => {}), [])
  const isAgain = paidOn !== undefined
  const [choice, setChoice] = useState(() => ({
    id: chosenNetwork.read(),
    paidOn: undefined as string | undefined,
  }))
  // A network that was chosen for another query does not count for this one.
  const networkId = choice.paidOn === paidOn ? choice.id : (paidOn ?? choice.id)
  const [walletId, setWalletId] = useState(chosenWallet)
  const wallets = listWallets(connectors)
  const network = networks.find(({ id }) => id === networkId) ?? networks[0]!
  const wallet = wallets.find(({ id }) => id === walletId) ?? wallets[0]
  const isPausedThere = pausedNetworks.has(network.id) && !isPaused
  const amount = usdcWords(network.amountAtomic)
  const trouble = isPaying ? '' : signing.problem || problem
  const said = useShowText<HTMLParagraphElement>(trouble)

  if (!wallet)
    return (
      <p className="text-sm">
        No wallet was found in this browser. Open this page in your wallet’s own browser, or use the search as
        code under Details.
      </p>
    )

  const sign = async () => {
    if (!request) return undefined
    const { id, chainId, usdc, amountAtomic } = network
    return signing.signWith({ chainId, connectorId: wallet.uid }, (payer) =>
      signPayment({
        request: { path: queryPath, ...request },
        price: { network: id, networkName: network.name, usdc, amountAtomic },
        payer,
        place: signedQueries,
      }).catch((error) => {
        if (error instanceof PriceChanged) onPriceChange()
        throw error
      }),
    )
  }

  return (
    <div className="grid gap-3">
      {/* If there is no price, the refusal that is shown says so. */}
      {isPaused && request && <PausedNote />}
      {isPausedThere && <NetworkPausedNote name={network.name} hasOthers={networks.length > 1} />}
      <button
        type="button"
        className={`button ${isAgain || isSecond ? '' : 'button-accent'} w-full`}
        disabled={isPaying || isHeld || isPaused || isPausedThere || !request}
        onClick={() => onPay(sign)}
      >
        {isPaying ? 'Paying…' : `Pay ${amount} on ${network.name}${isAgain ? ' again' : ''}`}
      </button>
      {/* The parts below may be outside the visible part of a phone's sheet. */}
      <p role="status" className="text-sm text-soft empty:hidden">
        {signing.isBusy ? 'Confirm in your wallet.' : waiting}
      </p>
      <p ref={said} role="alert" className="max-w-[60ch] scroll-my-3 text-sm text-bad empty:hidden">
        {trouble}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs text-soft">
        {networks.length > 1 && (
          <Choice
            label="Network"
            value={network.id}
            options={networks.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={(id) => {
              setChoice({ id, paidOn })
              storeNetwork(id)
            }}
          />
        )}
        {wallets.length > 1 ? (
          <Choice
            label="Wallet"
            value={wallet.id}
            options={wallets.map(({ name, id }) => ({ value: id, text: nameOf(id, name) }))}
            onChange={(id) => {
              setWalletId(id)
              chosenWallet = id
            }}
          />
        ) : (
          <p>with {nameOf(wallet.id, wallet.name)}</p>
        )}
      </div>
      {networks.length > 1 && (
        <p className="text-xs text-soft">
          {networks.map(({ name }) => name).join(' and ')} are networks: your wallet needs USDC on the one you
          choose.
        </p>
      )}
      <WalletBalance
        connector={wallet}
        network={network}
        amountAtomic={network.amountAtomic}
        isPaying={isPaying}
      />
    </div>
  )
}

function storeNetwork(id: string): void {
  try {
    chosenNetwork.write(id)
  } catch {
    // Without storage the choice lasts until this part of the page is closed.
  }
}

function readText(text: string | null): string | undefined {
  try {
    return text === null ? undefined : String(JSON.parse(text))
  } catch {
    return undefined
  }
}

function nameOf(id: string, name: string): string {
  return id === 'injected' ? 'your wallet' : name
}
