'use client'
import { type FormEvent, useState } from 'react'
import { BountyTitle } from '#components/bounty/bounty-title'
import { QueryProvider } from '#components/query-provider'
import { keepBountyKey } from '#lib/client/bounty-keys'
import { callApi } from '#lib/client/call-api'
import { bountySchema } from '#lib/schemas/bounty'
import type { ReviewNetwork } from './bounty-facts.tsx'
import { KeyTools } from './key-tools.tsx'
import { lookUpProblem } from './look-up-problem.ts'
import { ReviewDesk } from './review-desk.tsx'
import { useBountyKeys } from './use-bounty-keys.ts'

type Props = { bountyId: string; networks: readonly ReviewNetwork[] }

/** One bounty, for the holder of its token. */
export default function BountyPage(props: Props) {
  const key = useBountyKeys().find(({ bounty_id }) => bounty_id === props.bountyId)
  return (
    <QueryProvider>
      {key ? (
        <>
          <ReviewDesk {...props} token={key.agent_token} />
          <div className="page mt-14">
            <KeyTools keys={[key]} ofOne />
          </div>
        </>
      ) : (
        <div className="page pt-10 sm:pt-16">
          <BountyTitle title="A bounty" />
          <Unlock {...props} />
        </div>
      )}
    </QueryProvider>
  )
}

/** For a browser that does not have the token yet. */
function Unlock({ bountyId }: Props) {
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    setProblem('')
    setIsBusy(true)
    try {
      const path = `/api/v1/bounties/${encodeURIComponent(bountyId)}` as const
      const { title, amount_usdc, network } = await callApi({ path, schema: bountySchema, token })
      keepBountyKey({
        ...{ bounty_id: bountyId, agent_token: token, title, amount_usdc, network },
        kept_at: new Date().toISOString(),
      })
    } catch (error) {
      setProblem(lookUpProblem(error as Error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mt-6 max-w-[40rem]">
      <p className="text-soft">
        Only the poster of this bounty can see its films and accept one. This browser does not have its token:
        paste it, or open the key file.
      </p>
      <form onSubmit={open} className="mt-6">
        <label htmlFor="token" className="block text-sm font-semibold">
          Token of the bounty
        </label>
        <div className="mt-2 flex flex-wrap gap-3">
          <input
            id="token"
            name="token"
            required
            className="field min-w-0 flex-1 basis-64"
            placeholder="cairn_bounty_…"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="token-problem"
          />
          <button type="submit" className="button button-main" disabled={isBusy}>
            Open
          </button>
        </div>
        <p id="token-problem" role="alert" className="mt-2 text-sm text-bad empty:hidden">
          {problem}
        </p>
      </form>
      <div className="mt-10">
        <KeyTools keys={[]} />
      </div>
    </div>
  )
}
