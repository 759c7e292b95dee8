'use client'
import dynamic from 'next/dynamic'
import { type FormEvent, useState } from 'react'
import { BountyTitle } from '#components/bounty/bounty-title'
import { QueryProvider } from '#components/query-provider'
import { Hash } from '#components/ui/hash'
import { loadPart } from '#components/ui/load-part'
import { type BountyKey, keepBountyKey } from '#lib/client/bounty-keys'
import { callApi } from '#lib/client/call-api'
import { serviceNow } from '#lib/client/service-clock'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { bountySchema } from '#lib/schemas/bounty'
import type { ReviewNetwork } from './bounty-facts.tsx'
import { fieldLook } from './form-field.tsx'
import { KeyTools } from './key-tools.tsx'
import { lookUpProblem } from './look-up-problem.ts'
import { ReviewDesk } from './review-desk.tsx'
import { useBountyKeys } from './use-bounty-keys.ts'

/** With the wallet, which few readers of a bounty need. */
const RecoverKey = dynamic(() => loadPart(() => import('./recover-key.tsx'), 'The list of your wallets'), {
  ssr: false,
  loading: () => <p className="text-sm text-soft">Looking for your wallets…</p>,
})

type Props = {
  bountyId: string
  networks: readonly ReviewNetwork[]
  /** For a poster who lost the key. */
  wallet: WalletSettings
}

/** One bounty, for the holder of its key. */
export default function BountyPage(props: Props) {
  const { bountyId, networks } = props
  const key = useBountyKeys().find(({ bounty_id }) => bounty_id === bountyId)
  return (
    <QueryProvider>
      {key ? (
        <ReviewDesk
          bountyId={bountyId}
          networks={networks}
          token={key.agent_token}
          bountyKey={key}
          unlock={<Unlock {...props} wrongKey={key} />}
        />
      ) : (
        <Unlock {...props} />
      )}
    </QueryProvider>
  )
}

/** For a browser that does not have the key, or has one that does not open the bounty. */
function Unlock({ bountyId, wallet, wrongKey }: Props & { wrongKey?: BountyKey }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isRecovering, setIsRecovering] = useState(false)
  const [typed, setTyped] = useState('')
  const open = async (token: string) => {
    setProblem('')
    setIsBusy(true)
    try {
      const path = `/api/v1/bounties/${encodeURIComponent(bountyId)}` as const
      const { title, amount_usdc, network } = await callApi({ path, schema: bountySchema, token })
      keepBountyKey({
        bounty_id: bountyId,
        agent_token: token,
        title,
        amount_usdc,
        network,
        kept_at: serviceNow().toISOString(),
      })
    } catch (error) {
      setProblem(lookUpProblem(error as Error))
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void open(typed.trim())
  }
  /** Earlier keys no longer open the bounty. The new one stays in the field until it does, also if the service is out of reach just now. */
  const openNew = (token: string) => {
    setTyped(token)
    void open(token)
  }
  return (
    <div className="page without-films grid items-start gap-x-16 gap-y-10 pt-10 sm:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="min-w-0">
        <BountyTitle title="Open this bounty" />
        {/* Its title stays unknown here: every id gets an identical page. */}
        <p className="mt-2 text-sm text-soft">
          Bounty <Hash value={bountyId} label="the id of the bounty" />
        </p>
        <p className="mt-5 max-w-[54ch] text-lg text-soft">
          Only the poster of this bounty can see its films and accept one.{' '}
          {wrongKey
            ? 'The key in this browser does not open this bounty: it was replaced by a new one, or is the key of another bounty. Paste the new key, or open its file.'
            : 'This browser does not have its key: paste it, or open the key file.'}
        </p>
        <form onSubmit={submit} className="mt-7">
          <label htmlFor="token" className="block font-semibold">
            Key of the bounty
          </label>
          <div className="mt-2 flex flex-wrap gap-3">
            <input
              id="token"
              name="token"
              required
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className={`field min-h-12 min-w-0 flex-1 basis-48 ${fieldLook}`}
              placeholder="Begins with cairn_bounty_"
              autoComplete="off"
              spellCheck={false}
              aria-describedby="token-problem"
              aria-invalid={problem !== '' || undefined}
            />
            <button type="submit" className="button button-main min-h-12" disabled={isBusy}>
              Open
            </button>
          </div>
          <p id="token-problem" role="alert" className="mt-2 text-sm text-bad empty:hidden">
            {problem}
          </p>
        </form>
      </div>
      <div className="grid min-w-0 gap-8 rounded-xl border border-line bg-raised p-6 sm:p-8">
        <section aria-labelledby="lost-key">
          <h2 id="lost-key" className="text-lg">
            Lost the key?
          </h2>
          <p className="mt-2 mb-4 max-w-[60ch] text-sm text-soft">
            The wallet that paid for this bounty can get a new one. It signs a message, which is free and
            moves no money. The old key then stops working.
          </p>
          {isRecovering ? (
            <RecoverKey bountyId={bountyId} wallet={wallet} onKey={openNew} />
          ) : (
            <button type="button" className="button" onClick={() => setIsRecovering(true)}>
              Get a new key
            </button>
          )}
        </section>
        <KeyTools keys={wrongKey ? [wrongKey] : []} ofOne isWrong={wrongKey !== undefined} />
      </div>
    </div>
  )
}
