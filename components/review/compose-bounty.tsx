'use client'
import { type FormEvent, useState } from 'react'
import { useConnectors } from 'wagmi'
import { WalletProvider } from '#components/wallet/wallet-provider'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { createBountyInput } from '#lib/schemas/bounty'
import { Choice, Field } from './form-field.tsx'
import { UnansweredOrder } from './unanswered-order.tsx'
import { useDraft } from './use-draft.ts'
import { useSendOrder } from './use-send-order.ts'
import { type ComposeNetwork, useSignOrder } from './use-sign-order.ts'
import { useSignedOrder } from './use-signed-order.ts'
import { WhatHappens } from './what-happens.tsx'

type Limits = { minUsdc: number; maxUsdc: number }
type Props = { wallet: WalletSettings; networks: readonly ComposeNetwork[]; limits: Limits }

/** Writing a bounty and paying for it. */
export default function ComposeBounty({ wallet, ...props }: Props) {
  return (
    <WalletProvider settings={wallet}>
      <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Compose {...props} />
        <WhatHappens />
      </div>
    </WalletProvider>
  )
}

type Problems = Partial<Record<string, string>>

function Compose({ networks, limits }: Omit<Props, 'wallet'>) {
  const connectors = useConnectors()
  const signing = useSignOrder()
  const sending = useSendOrder()
  const unanswered = useSignedOrder()
  const draft = useDraft()
  const [isPaying, setIsPaying] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [amount, setAmount] = useState(String(limits.minUsdc))
  const wallets = connectors.filter(({ id }) => id !== 'injected' || connectors.length === 1)
  const isBusy = isPaying || sending.isBusy
  const isHeld = unanswered !== undefined && !isBusy

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = readOrder(form, limits)
    setProblems(read.problems)
    const [wrong] = Object.keys(read.problems)
    if (!read.order) return document.getElementById(wrong ?? '')?.focus()
    const network = networks.find(({ id }) => id === form.get('network'))!
    const connectorId = String(form.get('wallet'))
    setIsPaying(true)
    const signed = await signing.sign({ order: read.order, network, connectorId })
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
        onSubmit={submit}
        onInput={({ currentTarget }) => {
          const form = new FormData(currentTarget)
          draft.keep({ title: String(form.get('title')), brief: String(form.get('brief')) })
        }}
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
              defaultValue={draft.first.title}
            />
          )}
        </Field>
        <Field
          name="brief"
          label="What to film, where and how"
          hint="For somebody who has never been there: 20 to 4,000 characters. It is public."
          problem={problems.brief}
        >
          {(control) => (
            <textarea
              {...control}
              rows={7}
              className="field w-full py-2 font-sans"
              defaultValue={draft.first.brief}
            />
          )}
        </Field>
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
              : `Escrow ${/^\d{1,9}$/.test(amount) ? `${formatUsdc(wholeUsdc(Number(amount)))} ` : ''}USDC`}
          </button>
        </div>
      </form>
    </div>
  )
}

/** What the form says, as the interface takes it, or all that is wrong with it. */
function readOrder(form: FormData, limits: Limits) {
  const number = (name: string) => Number(String(form.get(name)).trim() || Number.NaN)
  const { data: order, error } = createBountyInput(limits).safeParse({
    title: form.get('title'),
    brief: form.get('brief'),
    amount_usdc: number('amount_usdc'),
    deadline_days: number('deadline_days'),
  })
  const problems: Problems = {}
  for (const { path, message } of error?.issues ?? [])
    problems[String(path[0])] ??= `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
  return { order, problems }
}
