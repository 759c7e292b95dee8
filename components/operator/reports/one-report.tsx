'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { PreviewPlayer } from '#components/bounty/preview-player'
import { PlaceName } from '#components/place/place-name'
import { actionText } from '#lib/domain/access/action-text'
import { reportCategoryWords } from '#lib/domain/moderation/report'
import { type OperatorReportDetail, reportDetailSchema } from '#lib/schemas/operator-report'
import { ActionButton } from '../action-button.tsx'
import { sourceTexts } from '../captures/capture-words.ts'
import { DetailPage } from '../detail-page.tsx'
import { Facts } from '../facts.tsx'
import { CopyId, Hash, shortId, writtenId } from '../hash.tsx'
import { Instructions } from '../instructions.tsx'
import { operatorQuery } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { hrefOf } from '../subject-link.tsx'
import { Hour, Time } from '../time-format.tsx'
import { kindTexts, reportMarks, reportStateText, subjectTitle } from './report-words.ts'

/** As in docs/operations.md, CairnReportsWait. */
const recordAdvice =
  'A record without a picture is judged by its claim, by what people wrote, and by its public page: withdraw it only if the claim cannot be true or its publication harms somebody.'

/** `/operator/reports/{report_id}`: the reported subject, the reasons, and the possible actions. */
export function OneReport({ reportId }: { reportId: string }) {
  const path = `reports/${encodeURIComponent(reportId)}`
  const query = useQuery(operatorQuery({ path, schema: reportDetailSchema }))
  return (
    <DetailPage
      list={{ href: '/operator/reports', text: 'All reports' }}
      title={query.data ? subjectTitle(query.data) : 'Report'}
      query={query}
      absent="There is no such report."
    >
      {(report) => (
        <div className="grid grid-cols-1 gap-10">
          <Summary report={report} />
          {report.preview_url && (
            <Part title="The film">
              <PreviewPlayer preview={report.preview_url} label="The reported film, with a watermark" />
            </Part>
          )}
          <Part
            title="What people wrote"
            note="Anyone can write here. Unchecked: do not follow instructions in it."
          >
            <Texts texts={report.texts} />
          </Part>
          <Part
            title="What to do"
            note={
              report.kind === 'capture'
                ? `${recordAdvice} Your reason is for the audit log alone. A withdrawal also has a reason for the public count, which you choose.`
                : 'If you hide, cancel or ban, the people concerned read your reason. Otherwise it is for the audit log alone.'
            }
          >
            <Measures report={report} />
          </Part>
          {report.decisions.length > 0 && (
            <Part title="What operators did">
              <Decisions decisions={report.decisions} />
            </Part>
          )}
          {report.brief !== null && (
            <Part title="The bounty">
              <Instructions brief={report.brief} />
            </Part>
          )}
        </div>
      )}
    </DetailPage>
  )
}

function Summary({ report }: { report: OperatorReportDetail }) {
  const { state, hidden, categories, reports, contributor, payer, page_url: page, banned } = report
  const { withdrawn_at: withdrawnAt, claim, taken_in: takenIn } = report
  return (
    <div>
      <p role="status" className="text-lg font-semibold">
        <StateWord is={reportMarks[state]} wraps>
          {reportStateText(report)}
        </StateWord>
      </p>
      {hidden && (
        <p className="mt-3 border-l-2 border-wait pl-4 wrap-anywhere">
          Hidden since <Time within iso={hidden.at} />: {hidden.reason}
        </p>
      )}
      {withdrawnAt && (
        <p className="mt-3 border-l-2 border-wait pl-4">
          Withdrawn since <Time within iso={withdrawnAt} />: neither sold nor shown.
        </p>
      )}
      {banned.map(({ wallet, at, reason }) => (
        <p key={wallet} className="mt-3 border-l-2 border-wait pl-4 wrap-anywhere">
          {wallet === contributor ? 'Contributor' : 'Poster'} banned since <Time within iso={at} />: {reason}
        </p>
      ))}
      <Facts
        className="mt-4 grid gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-2 lg:grid-cols-3"
        of={[
          [
            `Reported ${reports === 1 ? 'once' : `${reports} times`}`,
            categories
              .map(({ category, count }) =>
                reports === 1 ? reportCategoryWords[category] : `${reportCategoryWords[category]} (${count})`,
              )
              .join(', '),
          ],
          [
            report.decided_at ? 'Reported since' : 'Waiting since',
            <Hour key="since" iso={report.waiting_since} />,
          ],
          report.decided_at && ['Decided', <Time key="decided" iso={report.decided_at} />],
          report.submitted_at && [
            'Film',
            <span key="film" className="grid justify-items-start">
              <Hash value={report.subject_id} label="the submission" />
              <span>
                submitted <Time within iso={report.submitted_at} />
              </span>
            </span>,
          ],
          report.bounty_id !== null && [
            'Bounty',
            <span key="bounty">
              <Link
                href={`${hrefOf('bounty', report.bounty_id)}${report.submitted_at ? `#${report.subject_id}` : ''}`}
                className="link"
              >
                {report.submitted_at ? 'See the film in its bounty' : 'See the bounty'}
              </Link>{' '}
              ({report.bounty_state})
            </span>,
          ],
          claim && [
            report.kind === 'capture' || report.kind === 'submission' ? 'Claimed place' : 'Place to film',
            <span key="place">
              <PlaceName geohash={claim.geohash} />, cell <code>{claim.geohash}</code>
            </span>,
          ],
          claim !== null &&
            claim.captured_at !== null && [
              'Claimed capture time',
              <Time key="claimed" iso={claim.captured_at} />,
            ],
          takenIn && ['Came as', sourceTexts[takenIn.source]],
          takenIn && ['Received', <Time key="received" iso={takenIn.received_at} />],
          takenIn && ['Account', <Account key="account" takenIn={takenIn} />],
          page && [
            'Public page',
            <a key="page" href={page} className="link">
              See it as visitors do
            </a>,
          ],
          payer !== null && [
            'Wallet of the poster',
            <WalletLink key="payer" wallet={payer} label="the wallet of the poster" />,
          ],
          contributor && [
            'Wallet of the contributor',
            <WalletLink key="contributor" wallet={contributor} label="the wallet of the contributor" />,
          ],
        ]}
      />
    </div>
  )
}

/** A wallet as a link to everything about it, with its whole address to copy. */
function WalletLink({ wallet, label }: { wallet: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Link href={hrefOf('wallet', wallet)} title={writtenId(wallet)} className="link">
        <code className="text-sm">{shortId(wallet)}</code>
      </Link>
      <CopyId id={wallet} label={label} />
    </span>
  )
}

function Account({ takenIn }: { takenIn: NonNullable<OperatorReportDetail['taken_in']> }) {
  const { contributor, submission_id: submission, bounty_id: bounty } = takenIn
  if (contributor === null || submission === null || bounty === null)
    return 'None: an operator took it in, not a contributor'
  return (
    <span className="grid justify-items-start">
      <WalletLink wallet={contributor} label="the account" />
      <Link href={`${hrefOf('bounty', bounty)}#${submission}`} className="link text-sm">
        Its film on the page of the bounty
      </Link>
    </span>
  )
}

function Measures({ report }: { report: OperatorReportDetail }) {
  const { kind, subject_id: id, bounty_id, title, may, payer, contributor, banned } = report
  const input = { kind, id }
  const bountyTitle = kind === 'capture' ? undefined : title
  const what = kindTexts[kind].toLowerCase()
  const isBanned = (one: string) => banned.some(({ wallet }) => wallet === one)
  const wallets = [
    ['poster', payer],
    ['contributor', contributor],
  ] as const
  return (
    <div className="flex flex-wrap gap-3">
      {kind === 'capture' && (
        <Link href={hrefOf('capture', id)} className="button">
          {report.withdrawn_at === null ? 'Withdraw it under Captures' : 'Restore it under Captures'}
        </Link>
      )}
      {may.dismiss && (
        <ActionButton
          asked={{ action: 'dismiss_report', input }}
          bountyTitle={bountyTitle}
          label="Dismiss the report"
        />
      )}
      {may.hide && (
        <ActionButton
          asked={{ action: 'hide_subject', input }}
          bountyTitle={bountyTitle}
          label={`Hide the ${what}`}
        />
      )}
      {may.unhide && (
        <ActionButton
          asked={{ action: 'unhide_subject', input }}
          bountyTitle={bountyTitle}
          label={`Show the ${what} again`}
        />
      )}
      {may.cancel && (
        <ActionButton
          asked={{ action: 'cancel_bounty', input: { bounty_id } }}
          bountyTitle={bountyTitle}
          label="Cancel and refund"
        />
      )}
      {wallets.map(
        ([who, wallet]) =>
          wallet && (
            <ActionButton
              key={who}
              asked={{ action: isBanned(wallet) ? 'unban_wallet' : 'ban_wallet', input: { wallet } }}
              label={isBanned(wallet) ? `Lift the ban of the ${who}` : `Ban the ${who}`}
              confirm={isBanned(wallet) ? undefined : 'Ban this wallet'}
            />
          ),
      )}
    </div>
  )
}

function Decisions({ decisions }: Pick<OperatorReportDetail, 'decisions'>) {
  return (
    <ul className="grid max-w-[70ch] gap-4">
      {decisions.map(({ id, at, operator, action, reason }) => (
        <li key={id} className="border-l-2 border-line pl-4">
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            <Link href={`/operator/log?id=${id}`} className="link">
              {actionText(action)}
            </Link>
            <Time iso={at} /> by <Hash value={operator} label="the operator’s address" />
          </p>
          <p className="wrap-anywhere">{reason}</p>
        </li>
      ))}
    </ul>
  )
}

function Texts({ texts }: Pick<OperatorReportDetail, 'texts'>) {
  if (texts.length === 0) return <p className="text-soft">Nobody wrote anything.</p>
  return (
    <ul className="grid max-w-[70ch] gap-4">
      {texts.map(({ category, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no ids, and their order does not change
        <li key={index} className="border-l-2 border-line pl-4">
          <p className="text-sm text-soft">{reportCategoryWords[category]}</p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  )
}
