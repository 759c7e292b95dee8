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
