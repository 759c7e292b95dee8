import { acceptSubmission } from '#lib/operations/accept-submission'
import { advanceClock } from '#lib/operations/advance-clock'
import { cancelBounty } from '#lib/operations/cancel-bounty'
import { checkHealth } from '#lib/operations/check-health'
import { checkReadiness } from '#lib/operations/check-readiness'
import { countWithdrawn } from '#lib/operations/count-withdrawn'
import { createBounty } from '#lib/operations/create-bounty'
import { createSubmission } from '#lib/operations/create-submission'
import type {
  IntakeOperation,
  KeyOperation,
  Operation,
  OperatorOperation,
  SessionOperation,
  StandaloneOperation,
  StreamOperation,
  UpfrontOperation,
} from '#lib/operations/define-operation'
import { findPlaces } from '#lib/operations/find-places'
import { fundWallet } from '#lib/operations/fund-wallet'
import { getBoardBounty } from '#lib/operations/get-board-bounty'
import { getBounty } from '#lib/operations/get-bounty'
import { getEarnings } from '#lib/operations/get-earnings'
import { getEnterpriseStatus } from '#lib/operations/get-enterprise-status'
import { getObservation } from '#lib/operations/get-observation'
import { getProof } from '#lib/operations/get-proof'
import { getReview } from '#lib/operations/get-review'
import { getSession } from '#lib/operations/get-session'
import { getSolvency } from '#lib/operations/get-solvency'
import { getSubmission } from '#lib/operations/get-submission'
import { getTree } from '#lib/operations/get-tree'
import { getWebhook } from '#lib/operations/get-webhook'
import { issueNonce } from '#lib/operations/issue-nonce'
import { listBoard } from '#lib/operations/list-board'
import { listCoverage } from '#lib/operations/list-coverage'
import { listSubmissions } from '#lib/operations/list-submissions'
import { listTrees } from '#lib/operations/list-trees'
import { lookUpProofs } from '#lib/operations/look-up-proofs'
import { queryGroundTruth } from '#lib/operations/query-ground-truth'
import { queryObservations } from '#lib/operations/query-observations'
import { search } from '#lib/operations/search'
import { setWebhook } from '#lib/operations/set-webhook'
import { signIn } from '#lib/operations/sign-in'
import { signOut } from '#lib/operations/sign-out'
import { streamObservations } from '#lib/operations/stream-observations'
import { verifyProvenance } from '#lib/operations/verify-provenance'

// What each takes and gives differs; only its description is read.
// biome-ignore-start lint/suspicious/noExplicitAny: any input, any output
export type AnyOperation =
  | Operation<any, any>
  | UpfrontOperation<any, any>
  | SessionOperation<any, any>
  | KeyOperation<any, any>
  | OperatorOperation<any, any>
  | IntakeOperation<any, any>
  | StreamOperation<any>
  | StandaloneOperation<any>
// biome-ignore-end lint/suspicious/noExplicitAny: any input, any output

export type Group = { name: string; description: string; operations: readonly AnyOperation[] }

/** The group of those who film. */
export const contributors = 'Contributors'

/** Every operation of the interface, as it is shown to people. Scheduled work is not part of it. */
export const catalog: readonly Group[] = [
  {
    name: 'Observations',
    description: 'Attested captures of real places, by area and time, and the free check of any file.',
    operations: [queryObservations, getObservation, listCoverage, verifyProvenance],
  },
  {
    name: 'Bounties',
    description:
      'Commission a capture: paid up front, held in escrow, released when you accept, else returned.',
    operations: [createBounty, getBounty, getReview, acceptSubmission, cancelBounty, getWebhook, setWebhook],
  },
  {
    name: 'Proofs',
    description: 'What it takes to check a capture, and where the money is, without trusting this service.',
    operations: [getProof, lookUpProofs, listTrees, getTree, countWithdrawn, search, getSolvency],
  },
  {
    name: contributors,
    description: 'Sign in with a wallet, find an open bounty, upload a film and hand it in.',
    operations: [
      issueNonce,
      signIn,
      getSession,
      signOut,
      listBoard,
      getBoardBounty,
      findPlaces,
      createSubmission,
      listSubmissions,
      getSubmission,
      getEarnings,
    ],
  },
  {
    name: 'Enterprise',
    description:
      'With an API key instead of payments: scored answers of what is known of an area now, and a stream of what arrives.',
    operations: [getEnterpriseStatus, queryGroundTruth, streamObservations],
  },
  {
    name: 'Service',
    description: 'Whether it runs; and what exists in a sandbox only.',
    operations: [checkHealth, checkReadiness, advanceClock, fundWallet],
  },
]
