import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link to an entry of the glossary. It opens in a new tab, so that the order form stays open. */
export function Word({ entry, children }: { entry: string; children: ReactNode }) {
  return (
    <Link
      href={`/docs/glossary#${entry}`}
      prefetch={false}
      target="_blank"
      className="underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

/** The words of a payment, for a reader who never paid in this way. */
export function PaymentWords() {
  return (
    <p className="max-w-[60ch] text-sm text-soft">
      <Word entry="usdc">USDC</Word> is a digital dollar. A <Word entry="network">network</Word> is the public
      ledger on which it is paid. A <Word entry="wallet">wallet</Word> is a program that holds it and signs
      your payment, such as a browser extension.
    </p>
  )
}

/** In place of the wallets to choose from. */
export function NoWallet() {
  return (
    <p>
      No wallet was found in this browser. Open this page in your wallet’s own browser, or install a{' '}
      <Word entry="wallet">wallet</Word> and send USDC to it. Without one you cannot pay here. This tab stores
      what you wrote, also when it is loaded again.
    </p>
  )
}
