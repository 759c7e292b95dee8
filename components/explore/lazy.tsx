'use client'
import dynamic from 'next/dynamic'
import { loadPart } from '#components/ui/load-part'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallet and signing code, loaded once an area is selected; the others are loaded when they are opened. */
export const PayQuery = dynamic(() => loadPart(() => import('./pay-query.tsx'), 'The payment form'), {
  ssr: false,
  loading,
})
export const QueryCode = dynamic(() => loadPart(() => import('./query-code-panel.tsx'), 'The code'), {
  ssr: false,
  loading,
})
export const AreaFields = dynamic(
  () =>
    loadPart(
      () => import('./area-fields.tsx').then((module) => ({ default: module.AreaFields })),
      'The form for the area',
    ),
  { ssr: false, loading },
)
export const LimitField = dynamic(
  () =>
    loadPart(
      () => import('./limit-field.tsx').then((module) => ({ default: module.LimitField })),
      'The field for the limit',
    ),
  { ssr: false },
)
export const AnswerFiles = dynamic(
  () =>
    loadPart(
      () => import('./answer-files.tsx').then((module) => ({ default: module.AnswerFiles })),
      'The files of the answer',
    ),
  { ssr: false, loading },
)
export const PastSearches = dynamic(
  () =>
    loadPart(
      () => import('./past-searches.tsx').then((module) => ({ default: module.PastSearches })),
      'Your past searches',
    ),
  { ssr: false, loading },
)
/** Only needed after an answer did not arrive. */
export const UnansweredQuery = dynamic(
  () =>
    loadPart(
      () => import('./unanswered-query.tsx').then((module) => ({ default: module.UnansweredQuery })),
      'The search without an answer',
    ),
  { ssr: false, loading },
)
/** Loaded with the first answer, whose title and receipt are shown meanwhile. */
export const Answer = dynamic(
  () =>
    loadPart(
      () => import('./answer.tsx').then((module) => ({ default: module.Answer })),
      'The list of the answer',
    ),
  { ssr: false, loading },
)
