import type { BountyEvent } from '#lib/domain/bounty/bounty'
import { capitalised } from '../words.ts'

const ofBounty: Readonly<Record<BountyEvent | 'paid' | 'token_recovered', string>> = {
  paid: 'Bounty paid by its poster',
  post_signed: 'Transfer to the escrow signed',
  posted: 'Money reached the escrow',
  post_undone: 'Transfer to the escrow undone by the chain',
  paid_back: 'Money paid back from the treasury to the payer',
  accept: 'Film accepted by the poster',
  released: 'Money released to the contributor',
  cancel: 'Cancellation requested',
  cancelled: 'Bounty cancelled, money sent back to the payer',
  expire: 'Deadline passed',
  refunded: 'Money refunded to the payer',
  token_recovered: 'New access key made by the payer',
}

const ofSubmission: Readonly<Record<string, string>> = {
  inspected: 'Film checked',
  not_checked: 'Film could not be checked',
  inspect_queued_again: 'Check of the film queued again',
  preview_ready: 'Preview made',
  preview_failed: 'Preview could not be made',
  preview_queued_again: 'Preview queued again',
  model_forecast: 'Model forecast made',
  forecast_failed: 'Model forecast could not be made',
  forecast_queued_again: 'Model forecast queued again',
  model_started: 'Model begun',
  model_ready: 'Model made',
  model_failed: 'Model could not be made',
  model_queued_again: 'Model queued again',
  model_not_wanted: 'Model dropped, because the money went back',
  delivered: 'Film delivered as a capture',
  declined: 'Film declined by the poster',
  decline_withdrawn: 'Decline withdrawn by the poster',
}

/** What happened to a bounty or its films, in the past tense. An event of a later version keeps its name. */
export function eventText(name: string): string {
  return { ...ofBounty, ...ofSubmission }[name] ?? capitalised(name)
}
