'use client'
import { type ReactNode, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import { QueryProvider } from '#components/query-provider'
import { createWalletConfig, type WalletSettings } from '#lib/client/wallet/wallet-config'

/** The reader's wallets, for the part of a page that needs one. */
export function WalletProvider({ settings, children }: { settings: WalletSettings; children: ReactNode }) {
  const [config] = useState(() => createWalletConfig(settings))
  return (
    <WagmiProvider config={config}>
      <QueryProvider>{children}</QueryProvider>
    </WagmiProvider>
  )
}
