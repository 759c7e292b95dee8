'use client'
import { Hash } from '#components/ui/hash'
import { StepMark, type StepState } from '#components/ui/step-mark'
import { utcText } from '#components/ui/utc-time'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { OwnSubmission } from '#lib/schemas/submission'
import { networkName, transactionUrl } from './network-name.ts'

type Step = { is: StepState; title: string; text?: string }

/** One film that was handed in: what happened to it so far, and what comes next. */
export function OwnSubmissionCard(props: { submission: OwnSubmission; wallet: WalletSettings }) {
  const { submission, wallet } = props
  const { quality_reasons: reasons, quality_warnings: warnings } = submission
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <span>
          Handed in <time dateTime={submission.submitted_at}>{utcText(submission.submitted_at)}</time>
        </span>
        {submission.preview_url && (
          <a href={submission.preview_url} target="_blank" rel="noreferrer">
            Watch the preview
          </a>
        )}
      </p>
      <ol className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {stepsOf(submission, networkName(wallet, submission.bounty.network)).map((step) => (
          <li key={step.title} className="flex gap-3" data-step={step.is}>
            <StepMark is={step.is} />
            <div className="min-w-0">
              <p className="text-sm font-semibold">{step.title}</p>
              {step.text && <p className="text-sm text-soft">{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
      {[...reasons, ...warnings].length > 0 && (
        <ul className="grid gap-1.5 border-l-2 border-wait pl-4 text-sm">
          {[...reasons, ...warnings].map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
      {submission.accept_tx && (
        <PaidBy
          tx={submission.accept_tx}
          url={transactionUrl(wallet, submission.bounty.network, submission.accept_tx)}
        />
      )}
    </div>
  )
}

function PaidBy({ tx, url }: { tx: string; url: string | undefined }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          Paid by transaction
        </a>
      ) : (
        'Paid by transaction'
      )}
      <Hash value={tx} label="the transaction that paid you" />
    </p>
  )
}

function stepsOf(submission: OwnSubmission, network: string): Step[] {
  return [checkOf(submission), decisionOf(submission), paymentOf(submission, network)]
}

function checkOf({ quality_status: quality, preview_status: preview, bounty }: OwnSubmission): Step {
  if (quality === 'pending') return { is: 'now', title: 'Being checked', text: 'Usually within a minute.' }
  if (quality === 'fail')
    return {
      is: 'wrong',
      title: 'Check not passed',
      text: bounty.status === 'open' ? afterFailure(preview) : undefined,
    }
  const text = preview === 'ready' ? 'The poster sees its preview.' : 'Its preview is being made.'
  return { is: 'done', title: 'Check passed', text }
}

function afterFailure(preview: OwnSubmission['preview_status']): string {
  if (preview !== 'ready') return 'Hand in another film.'
  return 'The poster can still see and accept it. You may hand in a better one.'
}

function decisionOf({ accepted, bounty, quality_status: quality }: OwnSubmission): Step {
  if (accepted) return { is: 'done', title: 'Accepted' }
  if (bounty.status === 'open')
    return {
      is: quality === 'pending' ? 'later' : 'now',
      title: 'The poster decides',
      text: `Until ${utcText(bounty.deadline)}.`,
    }
  return { is: 'wrong', title: 'Not accepted', text: `The bounty is ${bounty.status.replaceAll('_', ' ')}.` }
}

function paymentOf({ accepted, accept_tx: paid, bounty }: OwnSubmission, network: string): Step {
  const amount = `${formatUsdc(wholeUsdc(bounty.amount_usdc))} USDC on ${network}`
  if (paid) return { is: 'done', title: `Paid ${amount}` }
  if (accepted) return { is: 'now', title: `${amount} on its way`, text: 'Straight from the escrow.' }
  if (bounty.status !== 'open') return { is: 'later', title: 'Not paid', text: 'Only an accepted film is.' }
  return { is: 'later', title: amount, text: 'When it is accepted.' }
}
