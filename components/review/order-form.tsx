'use client'
import { type FormEvent, useState } from 'react'
import { useConnectors } from 'wagmi'
import { OpenNearby } from '#components/place/open-nearby'
import { FarWarning, PlacePicker } from '#components/place/place-picker'
import { tooLittle } from '#lib/client/wallet/usdc-balance'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import { maxDeadlineDays } from '#lib/domain/bounty/deadline-days'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { BountyLimits } from '#lib/schemas/bounty-order'
import type { PlaceChoice } from '../place/use-place-choice.ts'
import { listWallets } from '../wallet/connect-wallet.ts'
import { NetworkPausedNote, PausedNote } from '../wallet/paused-note.tsx'
import { usePausedNetworks } from '../wallet/payments-paused.tsx'
import { useUsdcBalance, WalletBalance } from '../wallet/wallet-balance.tsx'
import { BriefField } from './brief-field.tsx'
import { ExactPositionWarning } from './exact-position-warning.tsx'
import { Choice, Field, fieldLook } from './form-field.tsx'
import { limitsText } from './limits-text.ts'
import { NamePlace } from './name-place.tsx'
import { OrderSummary } from './order-summary.tsx'
import { NoWallet, PaymentWords } from './payment-words.tsx'
import { titleAfter } from './place-name-words.ts'
import { type Problems, readOrder } from './read-order.ts'
import { SubjectWarning } from './subject-warning.tsx'
import { UnansweredOrder } from './unanswered-order.tsx'
import type { useDraft } from './use-draft.ts'
import type { OrderFields } from './use-order-fields.ts'
import { useSendOrder } from './use-send-order.ts'
import { type ComposeNetwork, useSignOrder } from './use-sign-order.ts'
import { useSignedOrder } from './use-signed-order.ts'

type Props = {
  networks: readonly ComposeNetwork[]
  limits: BountyLimits
  draft: ReturnType<typeof useDraft>
  fields: OrderFields
  choice: PlaceChoice
}

/** The order form: place, text, amount, time, and the payment. */
export function OrderForm({ networks, limits, draft, fields, choice }: Props) {
  const { title, brief, place, amount, days, change } = fields
  /** The cell by which the bounty will be found: the area, or else that of a place line in the instructions. */
  const publicPlace = place ?? placeOf(brief)
  const connectors = useConnectors()
  const signing = useSignOrder()
  const sending = useSendOrder()
  const unanswered = useSignedOrder()
  const { isFrozen: isPaused, networks: pausedNetworks, checkAgain } = usePausedNetworks()
  const [isPaying, setIsPaying] = useState(false)
  const isBusy = isPaying || sending.isBusy
  const [problems, setProblems] = useState<Problems>({})
  const [walletId, setWallet] = useState<string>()
  const [hasChosenNetwork, setHasChosenNetwork] = useState(false)
  const wished = networks.find(({ id }) => id === fields.network) ?? networks[0]
  const isOpen = ({ id }: ComposeNetwork) => !pausedNetworks.has(id)
  // A network that the reader chose here, or tried to pay on, stays chosen, and the form says that it is paused.
  const network = hasChosenNetwork ? wished : firstOpen(wished, networks.filter(isOpen))
  const wallets = listWallets(connectors)
  const wallet = wallets.find(({ uid }) => uid === walletId) ?? wallets[0]
  const isPausedThere = network !== undefined && !isOpen(network) && !isPaused
  const payableUsdc = isPayable(amount, limits) ? Number(amount) : undefined
  /** While another name is typed, the area may not be the one that the reader has in mind. */
  const orderedPlace = choice.isTyping ? undefined : place
  const balance = useUsdcBalance({ connector: wallet, network, isPaying: isBusy })
  const lacksAtomic =
    payableUsdc !== undefined && balance.data !== undefined && !balance.isError
      ? tooLittle(balance.data, wholeUsdc(payableUsdc))
      : 0n
  const isHeld = unanswered !== undefined && !isBusy

  /** An error disappears as soon as its field is changed. */
  const mended = (name: string) => setProblems(({ [name]: _, ...others }) => others)
  /** At the first problem, which has the focus, also how many others there are: they may be out of sight. */
  const problemOf = (name: string) => {
    const text = problems[name]
    return text && name === Object.keys(problems)[0]
      ? `${text} ${restText(Object.keys(problems).length - 1)}`
      : text
  }
  if (problems.place !== undefined && place !== undefined && !choice.isTyping) mended('place')
  // The place that was found has named the order.
  if (problems.title !== undefined && title !== '' && title === titleAfter('', choice.name, undefined))
    mended('title')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    const read = readOrder(filled, orderedPlace, limits)
    setProblems(read.problems)
    const [wrong] = Object.keys(read.problems)
    if (!read.order) return document.getElementById(wrong ?? '')?.focus()
    const payOn = networks.find(({ id }) => id === filled.get('network'))!
    setHasChosenNetwork(true)
    change({ network: payOn.id })
    const connectorId = String(filled.get('wallet'))
    setIsPaying(true)
    const signed = await signing.sign({ order: read.order, network: payOn, connectorId })
    if (signed) {
      draft.forget()
      await sending.send(signed)
    } else checkAgain()
    setIsPaying(false)
  }
  return (
    <div className="grid min-w-0 gap-8 lg:mt-8">
      {isPaused && <PausedNote />}
      {isHeld && <UnansweredOrder takesFocus={sending.problem !== ''} />}
      <form onSubmit={submit} noValidate className="grid gap-7">
        <PlacePicker
          choice={choice}
          written={publicPlace}
          problem={problemOf('place')}
          onType={() => mended('place')}
        />
        {place !== undefined && !choice.isTyping && (
          <NamePlace
            {...{ name: choice.name, title, brief }}
            onBrief={(next) => {
              change({ brief: next })
              mended('brief')
            }}
          />
        )}
        <Field
          name="title"
          label="Title"
          hint="What you want filmed, in a few words. Name the square or building."
          problem={problemOf('title')}
        >
          {(control) => (
            <input
              {...control}
              className={`field w-full ${fieldLook}`}
              maxLength={400}
              placeholder="For example: Santa Maria Novella"
              value={title}
              onChange={({ target }) => {
                change({ title: target.value })
                mended('title')
              }}
            />
          )}
        </Field>
        <BriefField
          brief={brief}
          place={place}
          problem={problemOf('brief')}
          onBrief={(next) => {
            change({ brief: next })
            mended('brief')
          }}
        />
        <ExactPositionWarning title={title} brief={brief} />
        <SubjectWarning title={title} brief={brief} />
        <div className="grid gap-x-6 max-sm:gap-y-7 sm:grid-cols-2">
          <Field
            isInRow
            name="amount_usdc"
            label="You pay (USDC)"
            hint={`${limitsText(limits)} (US dollars), for someone’s trip, time and film`}
            problem={problemOf('amount_usdc')}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                value={amount}
                onChange={({ target }) => {
                  change({ amount: target.value })
                  mended('amount_usdc')
                }}
                className={`field w-full tabular-nums ${fieldLook}`}
              />
            )}
          </Field>
          <Field
            isInRow
            name="deadline_days"
            label="Deadline (days)"
            hint={`1 to ${maxDeadlineDays} days`}
            problem={problemOf('deadline_days')}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                value={days}
                onChange={({ target }) => {
                  change({ days: target.value })
                  mended('deadline_days')
                }}
                className={`field w-full tabular-nums ${fieldLook}`}
              />
            )}
          </Field>
        </div>
        {publicPlace !== undefined && <OpenNearby place={publicPlace} />}
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <div>
            <Choice
              name="network"
              legend="Network"
              options={networks.map((one) => ({
                value: one.id,
                text: isOpen(one) ? one.name : `${one.name} (paused)`,
              }))}
              value={network?.id}
              onChoose={(next) => {
                setHasChosenNetwork(true)
                change({ network: next })
              }}
            />
            {networks.length > 1 && (
              <p className="caption">Choose the one on which your wallet holds USDC. The rest is the same.</p>
            )}
          </div>
          {wallets.length > 0 ? (
            <Choice
              name="wallet"
              legend="Wallet"
              options={wallets.map(({ uid, name, id }) => ({
                value: uid,
                text: id === 'injected' ? 'Your wallet' : name,
              }))}
              onChoose={setWallet}
            />
          ) : (
            <NoWallet />
          )}
        </div>
        <PaymentWords />
        <div className="grid gap-4">
          {wallet && network && (
            <WalletBalance
              connector={wallet}
              network={network}
              amountAtomic={payableUsdc === undefined ? undefined : wholeUsdc(payableUsdc)}
              isPaying={isBusy}
            />
          )}
          <OrderSummary
            amountUsdc={payableUsdc}
            days={Number(days || Number.NaN)}
            networkName={network?.name ?? ''}
            place={choice.isTyping ? undefined : publicPlace}
            hasNoArea={publicPlace === undefined}
          />
          {lacksAtomic > 0n && !isBusy && (
            <p role="status" className="max-w-[60ch] border-l-2 border-wait pl-4 text-sm">
              {lacksText(lacksAtomic, network?.name ?? '', networks.length > 1)}
            </p>
          )}
          {wallet?.id === 'demo' && (
            <p className="max-w-[60ch] text-sm text-soft">
              The demo wallet pays as soon as you press the button, with test money; your own wallet would ask
              first. All visitors of this demonstration share the demo wallet.
            </p>
          )}
          {publicPlace !== undefined && !choice.isTyping && <FarWarning place={publicPlace} />}
          <p role="status" className="text-sm text-soft empty:hidden">
            {signing.isBusy ? 'Sign in your wallet to pay.' : sending.waiting}
          </p>
          <p role="alert" className="max-w-[60ch] text-sm text-bad empty:hidden">
            {Object.keys(problems).length > 0
              ? `${toCorrect(Object.keys(problems).length)} Nothing was paid.`
              : signing.problem || sending.problem}
          </p>
          {/* The first one is far above. */}
          {isPaused && <PausedNote />}
          {isPausedThere && network && (
            <NetworkPausedNote name={network.name} hasOthers={networks.some(isOpen)} />
          )}
          {isHeld && (
            <p role="status" className="max-w-[60ch] border-l-2 border-wait pl-4 text-sm">
              Nothing else can be ordered while an earlier order has no answer.{' '}
              <a href="#unanswered-order" className="link">
                Go to that order
              </a>
            </p>
          )}
          <button
            type="submit"
            className="button button-accent min-h-14 w-full text-base"
            disabled={
              isBusy || isHeld || isPaused || isPausedThere || wallets.length === 0 || lacksAtomic > 0n
            }
          >
            {isBusy ? 'Paying…' : payText(payableUsdc)}
          </button>
        </div>
      </form>
    </div>
  )
}

/** The wished network if it is open, otherwise the first open one; the wished one if none is. */
function firstOpen(wished: ComposeNetwork | undefined, open: readonly ComposeNetwork[]) {
  return wished && open.includes(wished) ? wished : (open[0] ?? wished)
}

function readable(usdc: number): string {
  return readableUsdc(wholeUsdc(usdc))
}

function isPayable(amount: string, { minUsdc, maxUsdc }: BountyLimits): boolean {
  return /^\d{1,9}$/.test(amount) && Number(amount) >= minUsdc && Number(amount) <= maxUsdc
}

/** What to do about a balance that is too small. */
function lacksText(lacksAtomic: bigint, networkName: string, hasOthers: boolean): string {
  return `${readableUsdc(lacksAtomic)} USDC are missing on ${networkName}. Add them to this wallet, or choose a smaller amount${hasOthers ? ', another network' : ''} or another wallet.`
}

function restText(others: number): string {
  const rest = others === 0 ? '' : `Then correct ${others} more ${others === 1 ? 'field' : 'fields'}. `
  return `${rest}Nothing was paid.`
}

function toCorrect(count: number): string {
  return count === 1 ? 'Correct the field marked above.' : `Correct the ${count} fields marked above.`
}

/** Names an amount only if it can be paid. */
function payText(amountUsdc: number | undefined): string {
  return amountUsdc === undefined ? 'Pay' : `Pay ${readable(amountUsdc)} USDC into escrow`
}
