import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { webContext } from '#lib/http/api/context'

export const metadata: Metadata = {
  title: 'Contact',
  description: 'Who provides this service, how to reach them, and where its terms are.',
}

/** Who provides the service, from the settings of whoever runs it. A setting that is missing is shown as missing. */
export default async function ContactPage() {
  const { env } = await webContext()
  const { name, address, termsUrl } = env.provider
  const email = env.contactEmail
  const isDemonstration = env.mode === 'sandbox'
  // In a demonstration, the sentence above says that there is no provider.
  const missing = isDemonstration ? undefined : <span className="text-soft">Not stated</span>
  return (
    <div className="page pt-10 pb-16">
      <h1 className="text-2xl">Contact</h1>
      <p className="mt-3 max-w-[60ch] text-soft">
        {isDemonstration
          ? 'This is a demonstration on somebody’s own machine. Its money and its chains are for tests, and no company is behind it.'
          : 'The people named here provide this service. They hold no poster’s money: that is in the escrow contract.'}
      </p>
      <dl className="mt-8 grid max-w-[66ch] gap-x-8 gap-y-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Entry term="Provider">{name ?? missing}</Entry>
        <Entry term="Address">{address ?? missing}</Entry>
        <Entry term="E-mail">{email ? <Out href={`mailto:${email}`}>{email}</Out> : missing}</Entry>
        <Entry term="Terms">{termsUrl ? <Out href={termsUrl}>{termsUrl}</Out> : missing}</Entry>
        <Entry term="Privacy">
          <Inside href="/docs/privacy">What is stored and shown</Inside>
        </Entry>
        <Entry term="A record, film or bounty">
          Report it on its own page: no account is needed, and it reaches the operators.{' '}
          <Inside href="/rules#report">How reports work</Inside>
        </Entry>
        <Entry term="A ban">
          {email
            ? 'An operator banned your wallet, and you think that it is a mistake? Write to the e-mail address above from any account, with the wallet’s address and why. '
            : 'An operator can ban a wallet that breaks the rules, and lift the ban. '}
          What a banned wallet has earned is still paid, and its refunds go back to it.
        </Entry>
        <Entry term="A security flaw">
          <Inside href="/docs/security">How to report it</Inside>
        </Entry>
        <Entry term="Money in escrow">
          If nobody answers, anyone can send a refund out of the contract some time after the deadline.{' '}
          <a href="/refund.html" className="link">
            Emergency refund
          </a>
        </Entry>
      </dl>
    </div>
  )
}

/** A term with its description; nothing if there is no description. */
function Entry({ term, children }: { term: string; children: ReactNode }) {
  if (children === undefined) return null
  return (
    <>
      <dt className="font-semibold max-sm:-mb-3">{term}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </>
  )
}

function Out({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="link">
      {children}
    </a>
  )
}

function Inside({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="link">
      {children}
    </Link>
  )
}
