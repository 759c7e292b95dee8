import { capital } from '#lib/domain/text/capital'

const actionNames: Partial<Record<string, string>> = {
  make_key: 'Create key',
  hide_subject: 'Hide',
  unhide_subject: 'Show again',
  bump_transaction: 'Raise fee of transaction',
}

/** An action of operators, as its button calls it. */
export function actionText(action: string): string {
  return actionNames[action] ?? capitalised(action)
}

/** An internal name as the beginning of a line: `retry_bounty` is `Retry bounty`. */
export function capitalised(name: string): string {
  return capital(name.replaceAll('_', ' ').replace(/^api\b/, 'API'))
}
