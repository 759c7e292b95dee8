import 'server-only'
import type { Env } from '#lib/adapters/env'

/** The public address of a model's page. */
export function modelPageUrl({ baseUrl }: Pick<Env, 'baseUrl'>, pageId: string): string {
  return `${baseUrl}/models/${pageId}`
}
