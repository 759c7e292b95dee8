'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig, useConnectors } from 'wagmi'
import { signMessage } from 'wagmi/actions'
import { Choice } from '#components/ui/choice'
import { WalletProvider } from '#components/wallet/wallet-provider'
import { callApi } from '#lib/client/call-api'
import { recoverKey } from '#lib/client/recover-key'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { networkOf } from '#lib/domain/chain/caip2'
import { boardBountySchema } from '#lib/schemas/board'
import { connectWallet, isDeclined, listWallets } from '../wallet/connect-wallet.ts'

type Props = { bountyId: string; wallet: WalletSettings; onKey: (token: string) => void }

/** Has the wallet that paid for a bounty sign a message, and gets a new key for it. */
export default function RecoverKey(props: Props) {
  return (
    <WalletProvider settings={props.wallet}>
      <Recover {...props} />
    </WalletProvider>
  )
}

function Recover({ bountyId, wallet, onKey }: Props) {
  const config = useConfig()
  const connectors = useConnectors()
  const [chosen, setChosen] = useState(wallet.networks[0]!)
  // The board tells the network of a bounty once it is posted. Only if it does not, the poster is asked.
  const posted = useQuery({
    queryKey: ['board', bountyId],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/board/bounties/${encodeURIComponent(bountyId)}`,
        schema: boardBountySchema,
        signal,
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const told = wallet.networks.find(({ chainId }) => networkOf(chainId) === posted.data?.network)
  const network = told ?? chosen
  const recovery = useMutation({
    mutationFn: async (connectorId: string) => {
      const { connector, address } = await connectWallet(config, connectorId)
      const sign = (message: string) => signMessage(config, { account: address, connector, message })
      return recoverKey({ bountyId, address, network, sign })
    },
    onSuccess: onKey,
  })
  const wallets = listWallets(connectors)
  if (wallets.length === 0)
    return <p>No wallet was found in this browser. Open this page in your wallet’s own browser.</p>
  return (
    <div className="grid justify-items-start gap-3">
      {wallet.networks.length > 1 && !told && !posted.isPending && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          Paid on
          <Choice
            label="Network that it was paid on"
            value={String(chosen.chainId)}
            options={wallet.networks.map(({ chainId, name }) => ({ value: String(chainId), text: name }))}
            onChange={(value) =>
              setChosen(wallet.networks.find(({ chainId }) => String(chainId) === value) ?? chosen)
            }
          />
        </p>
      )}
      {posted.isPending && <p className="text-sm text-soft">Looking up the network of the bounty…</p>}
      <ul className="flex flex-wrap gap-3 empty:hidden">
        {(posted.isPending ? [] : wallets).map(({ uid, id, name }) => (
          <li key={uid}>
            <button
              type="button"
              className="button button-main"
              disabled={recovery.isPending}
              onClick={() => recovery.mutate(uid)}
            >
              Sign with {id === 'injected' ? 'your wallet' : name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-soft empty:hidden">
        {recovery.isPending ? 'Sign the message in your wallet. It costs nothing.' : ''}
      </p>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {recovery.error ? wordsOf(recovery.error) : ''}
      </p>
    </div>
  )
}

function wordsOf(error: Error): string {
  if (isDeclined(error)) return 'You did not sign. The key was not changed.'
  return error.message.split('\n')[0]!
}
