'use client'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { useConnectors } from 'wagmi'
import { OpenNearby } from '#components/place/open-nearby'
import { PlacePicker } from '#components/place/place-picker'
import { WalletProvider } from '#components/wallet/wallet-provider'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { wordsMaxCharacters } from '#lib/domain/bounty-place'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { BountyLimits } from '#lib/schemas/bounty'
import { Choice, Field } from './form-field.tsx'
import { type Problems, readOrder } from './read-order.ts'
import { UnansweredOrder } from './unanswered-order.tsx'
import { useClone } from './use-clone.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useSendOrder } from './use-send-order.ts'
import { type ComposeNetwork, useSignOrder } from './use-sign-order.ts'
import { useSignedOrder } from './use-signed-order.ts'
import { WhatHappens } from './what-happens.tsx'

type Props = {
  wallet: WalletSettings
  networks: readonly ComposeNetwork[]
  limits: BountyLimits
  mapStyleUrl: string | undefined
}

/** Writing a bounty and paying for it. */
export default function ComposeBounty({ wallet, ...props }: Props) {
  return (
    <WalletProvider settings={wallet}>
      <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Start {...props} />
        <WhatHappens />
      </div>
    </WalletProvider>
  )
}

/** What the form begins with: a bounty to be posted again, what a link says, or what was written before. */
function Start(props: Omit<Props, 'wallet'>) {
  const query = useSearchParams()
  const clone = useClone(query.get('clone'))
  if (clone.is === 'loading') return <p className="text-soft">Looking up the bounty…</p>
  return (
    <div className="grid min-w-0 gap-8">
      {clone.is === 'missing' && (
        <p role="alert" className="max-w-[60ch] border-l-2 border-wait pl-4 text-sm">
          {clone.text} Write it anew below.
        </p>
      )}
      {clone.is === 'ready' && (
        <p className="max-w-[60ch] border-l-2 border-line pl-4 text-sm text-soft">
          A copy of a bounty you posted, with a new deadline. It is paid anew; the old one stays as it is.
        </p>
      )}
      <Compose {...props} search={query.toString()} given={clone.is === 'ready' ? clone.draft : undefined} />
    </div>
  )
}

function Compose(props: Omit<Props, 'wallet'> & { search: string; given: Draft | undefined }) {
  const { networks, limits } = props
  const connectors = useConnectors()
  const signing = useSignOrder()
  const sending = useSendOrder()
  const unanswered = useSignedOrder()
  const draft = useDraft(props.search, props.given)
  const { first } = draft
  const [place, setPlace] = useState(first.place)
  const [isPaying, setIsPaying] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [amount, setAmount] = useState(String(first.amountUsdc ?? limits.minUsdc))
  const [network, setNetwork] = useState(first.network)
  const networkName = (networks.find(({ id }) => id === network) ?? networks[0])?.name
  const wallets = connectors.filter(({ id }) => id !== 'injected' || connectors.length === 1)
  const isBusy = isPaying || sending.isBusy
  const isHeld = unanswered !== undefined && !isBusy

  const form = useRef<HTMLFormElement>(null)
  const written = () => {
    const now = new FormData(form.current ?? undefined)
    return { title: String(now.get('title')), brief: String(now.get('brief')) }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    const read = readOrder(filled, place, limits)
    setProblems(read.problems)
    const [wrong] = Object.keys(read.problems)
    if (!read.order) return document.getElementById(wrong ?? '')?.focus()
    const payOn = networks.find(({ id }) => id === filled.get('network'))!
    const connectorId = String(filled.get('wallet'))
    setIsPaying(true)
    const signed = await signing.sign({ order: read.order, network: payOn, connectorId })
    if (signed) {
      draft.forget()
      await sending.send(signed)
    }
    setIsPaying(false)
  }

  return (
    <div className="grid min-w-0 gap-10">
      {isHeld && <UnansweredOrder takesFocus={sending.problem !== ''} />}
      <form
        ref={form}
        onSubmit={submit}
        onInput={() => draft.keep({ ...written(), place })}
        noValidate
        className="grid gap-7"
      >
        <Field
          name="title"
          label="What is wanted, in a line"
          hint="3 to 200 characters"
          problem={problems.title}
        >
          {(control) => (
            <input
              {...control}
              className="field w-full font-sans"
              maxLength={400}
              defaultValue={first.title}
            />
          )}
        </Field>
        <Field
          name="brief"
          label="What to film, where and how"
          hint={`For somebody who has never been there: 20 to ${(place === undefined ? 4_000 : wordsMaxCharacters).toLocaleString('en')} characters. It is public.`}
          problem={problems.brief}
        >
          {(control) => (
            <textarea
              {...control}
              rows={7}
              className="field block w-full py-2 font-sans"
              defaultValue={first.brief}
            />
          )}
        </Field>
        <PlacePicker
          styleUrl={props.mapStyleUrl}
          place={place}
          onPlace={(next) => {
            setPlace(next)
            draft.keep({ ...written(), place: next })
          }}
        />
        {place !== undefined && <OpenNearby place={place} />}
        <div className="grid gap-7 sm:grid-cols-2">
          <Field
            name="amount_usdc"
            label="What you pay, USDC"
            hint={`Whole USDC, ${limits.minUsdc} to ${limits.maxUsdc}`}
            problem={problems.amount_usdc}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                value={amount}
                onChange={({ target }) => setAmount(target.value)}
                className="field w-full"
              />
            )}
          </Field>
          <Field
            name="deadline_days"
            label="For how long, days"
            hint="1 to 30"
            problem={problems.deadline_days}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                defaultValue={7}
                className="field w-full"
              />
            )}
          </Field>
        </div>
        <Choice
          name="network"
          legend="Network"
          options={networks.map(({ id, name }) => ({ value: id, text: name }))}
          first={first.network}
          onChoose={setNetwork}
        />
        {wallets.length > 0 ? (
          <Choice
            name="wallet"
            legend="Wallet"
            options={wallets.map(({ uid, name, id }) => ({
              value: uid,
              text: id === 'injected' ? 'Your wallet' : name,
            }))}
          />
        ) : (
          <p>No wallet was found in this browser. Open this page in your wallet’s own browser.</p>
        )}
        <div>
          <p role="status" className="mb-4 text-sm text-soft empty:hidden">
            {signing.isBusy ? 'Your wallet asks you to sign.' : sending.waiting}
          </p>
          <p role="alert" className="mb-4 max-w-[60ch] text-sm text-bad empty:hidden">
            {Object.keys(problems).length > 0
              ? 'Something is missing above. Nothing was paid.'
              : signing.problem || sending.problem}
          </p>
          <button
            type="submit"
            className="button button-main"
            disabled={isBusy || isHeld || wallets.length === 0}
          >
            {isBusy
              ? 'Paying…'
              : `Escrow ${/^\d{1,9}$/.test(amount) ? `${formatUsdc(wholeUsdc(Number(amount)))} ` : ''}USDC on ${networkName}`}
          </button>
        </div>
      </form>
    </div>
  )
}
