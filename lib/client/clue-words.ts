import type { ClueName } from './check-view.ts'

/** What was found in a file without a record, in a few words. */
export const clueWords: Record<ClueName, string> = {
  changed_credentials: 'Credentials do not match',
  similar: 'Similar to a record',
  damaged: 'Damaged or incomplete',
  not_media: 'Not a photo or film',
}
