import { capital } from '#lib/domain/text/capital'

/** Actions of operators whose buttons say something else than their stored names. */
export const actionNames: Readonly<Record<string, string>> = {
  bump_transaction: 'Raise fee of transaction',
  hide_subject: 'Hide',
  make_key: 'Create key',
  return_inflow: 'Send back inflow',
  take_manifest: 'Import manifest',
  unban_wallet: 'Lift ban of wallet',
  unhide_subject: 'Show again',
}

/** An action of operators, as its button calls it: `retry_bounty` is `Retry bounty`. */
export function actionText(action: string): string {
  return actionNames[action] ?? capital(action.replaceAll('_', ' '))
}

/** What was done, for the heading after an action. What a worker does afterwards is only requested. */
export const doneTexts: Readonly<Record<string, string>> = {
  ban_wallet: 'Wallet banned',
  bump_transaction: 'Higher fee requested',
  cancel_bounty: 'Cancellation requested',
  cancel_nonce: 'Cancellation of the nonce requested',
  change_key: 'API key changed',
  dismiss_report: 'Report dismissed',
  drop_job: 'Job dropped',
  freeze_sender_queue: 'Queue frozen',
  freeze_service: 'Service frozen',
  hide_subject: 'Hidden',
  look_up_payment: 'Look-up requested',
  make_key: 'API key created',
  reject_transaction: 'Transaction rejected',
  restore_capture: 'Capture restored',
  retry_bounty: 'Retry requested',
  retry_forecast: 'Forecast queued again',
  retry_job: 'Job queued again',
  retry_model: 'Model queued again',
  return_inflow: 'Sending back requested',
  revoke_key: 'API key revoked',
  take_manifest: 'Manifest imported',
  unban_wallet: 'Ban lifted',
  unfreeze_sender_queue: 'Queue unfrozen',
  unfreeze_service: 'Service unfrozen',
  unhide_subject: 'Shown again',
  withdraw_capture: 'Capture withdrawn',
}
