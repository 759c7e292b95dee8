'use client'
import type { Network } from '@x402/core/types'
import { type FormEvent, useState } from 'react'
import { type Address, UserRejectedRequestError } from 'viem'
import { useConfig, useConnectors } from 'wagmi'
import { connect, disconnect, getConnection, signTypedData, switchChain } from 'wagmi/actions'
import { WalletProvider } from '#components/wallet/wallet-provider'
import { type BountyOrder, signOrder } from '#lib/client/post-bounty'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { createBountyInput } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { UnansweredOrder } from './unanswered-order.tsx'
import { useSendOrder } from './use-send-order.ts'

export type ComposeNetwork = { id: Network; chainId: number; name: string; usdc: Address }
type Props = {
  wallet: WalletSettings
  networks: readonly ComposeNetwork[]
  limits: { minUsdc: number; maxUsdc: number }
}

/** Writing a bounty and paying for it. */
export default function ComposeBounty({ wallet, ...props }: Props) {
  return (
    <WalletProvider settings={wallet}>
      <Compose {...props} />
    </WalletProvider>
  )
}

type Problem = { text: string; field?: string }

function Compose({ networks, limits }: Omit<Props, 'wallet'>) {
  const config = useConfig()
  const connectors = useConnectors()
  const sending = useSendOrder()
  const [problem, setProblem] = useState<Problem>()
  const [signing, setSigning] = useState(false)
  const [amount, setAmount] = useState(limits.minUsdc)

  const pay = async (order: BountyOrder, network: ComposeNetwork, connectorId: string) => {
    const connector = connectors.find(({ uid }) => uid === connectorId)
    if (!connector) return setProblem({ text: 'Choose a wallet to pay with.', field: 'wallet' })
    setSigning(true)
    try {
      const now = getConnection(config)
      if (now.connector?.uid !== connector.uid) {
        if (now.isConnected) await disconnect(config)
        await connect(config, { connector })
      }
      // Wallets refuse to sign for a network they are not on.
      if (getConnection(config).chainId !== network.chainId)
        await switchChain(config, { chainId: network.chainId, connector })
      const { address } = getConnection(config)
      if (!address) throw new Error('The wallet gave no account.')
      const signed = await signOrder({
        order,
        network: network.id,
        usdc: network.usdc,
        payer: {
          address,
          signTypedData: (message) =>
            signTypedData(config, { ...message, account: address, connector } as never),
        },
      })
      setSigning(false)
      await sending.send(signed)
    } catch (error) {
      setProblem({ text: wordsOf(error as Error) })
    } finally {
      setSigning(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const network = networks.find(({ id }) => id === form.get('network'))!
    try {
      const order = parseInput(createBountyInput(limits), {
        title: form.get('title'),
        brief: form.get('brief'),
        amount_usdc: Number(form.get('amount_usdc')),
        deadline_days: Number(form.get('deadline_days')),
      })
      setProblem(undefined)
      void pay(order, network, String(form.get('wallet') ?? ''))
    } catch (error) {
      const { message, field } = error as Error & { field?: string }
      setProblem({ field, text: field ? message.slice(field.length + 2) : message })
      document.getElementById(field ?? '')?.focus()
    }
  }

  const isBusy = signing || sending.isBusy
  const wallets = connectors.filter(({ id }) => id !== 'injected' || connectors.length === 1)
  return (
    <div className="grid gap-10">
      <UnansweredOrder />
      <form onSubmit={submit} noValidate className="grid max-w-[44rem] gap-7">
        <Field id="title" label="What is wanted, in a line" hint="3 to 200 characters" problem={problem}>
          <input id="title" name="title" className="field w-full font-sans" maxLength={400} required />
        </Field>
        <Field
          id="brief"
          label="What to film, where and how"
          hint="For somebody who has never been there: 20 to 4,000 characters. It is public."
          problem={problem}
        >
          <textarea id="brief" name="brief" rows={7} className="field w-full py-2 font-sans" required />
        </Field>
        <div className="grid gap-7 sm:grid-cols-2">
          <Field
            id="amount_usdc"
            label="What you pay, USDC"
            hint={`Whole USDC, ${limits.minUsdc} to ${limits.maxUsdc}`}
            problem={problem}
          >
            <input
              id="amount_usdc"
              name="amount_usdc"
              type="number"
              inputMode="numeric"
              min={limits.minUsdc}
              max={limits.maxUsdc}
              step={1}
              value={Number.isNaN(amount) ? '' : amount}
              onChange={(event) => setAmount(event.target.valueAsNumber)}
              className="field w-full"
            />
          </Field>
          <Field id="deadline_days" label="For how long, days" hint="1 to 30" problem={problem}>
            <input
              id="deadline_days"
              name="deadline_days"
              type="number"
              inputMode="numeric"
              min={1}
              max={30}
              step={1}
              defaultValue={7}
              className="field w-full"
            />
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
        <p className="max-w-[60ch] text-sm text-soft">
          The whole amount leaves your wallet now and waits in a contract. It goes to the contributor whose
          film you accept, or back to your wallet, every cent of it, when you cancel or the time is over.
        </p>
        <p role="status" className="text-sm text-soft empty:hidden">
          {signing ? 'Your wallet asks you to sign.' : sending.waiting}
        </p>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {(problem && !problem.field ? problem.text : '') || sending.problem}
        </p>
        <div>
          <button type="submit" className="button button-main" disabled={isBusy || wallets.length === 0}>
            {isBusy ? 'Paying…' : `Escrow ${Number.isNaN(amount) ? '' : `${amount}.00 `}USDC`}
          </button>
        </div>
      </form>
    </div>
  )
}

function Field(props: {
  id: string
  label: string
  hint: string
  problem: Problem | undefined
  children: React.ReactNode
}) {
  const { id, label, hint, problem, children } = props
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p className="caption">{hint}</p>
      <div className="mt-2">{children}</div>
      <p role="alert" className="mt-1.5 text-sm text-bad empty:hidden">
        {problem?.field === id ? capital(problem.text) : ''}
      </p>
    </div>
  )
}

function Choice(props: { name: string; legend: string; options: { value: string; text: string }[] }) {
  const { name, legend, options } = props
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {options.map(({ value, text }, index) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={index === 0}
              className="size-4.5 accent-ink"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

function wordsOf(error: Error): string {
  if (error instanceof UserRejectedRequestError || /rejected|denied/i.test(error.message))
    return 'You did not sign. Nothing was paid.'
  return error.message.split('\n')[0]!
}
