import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** On `globalThis` because the bundler may load this module more than once. */
const slot = globalThis as { cairnRequestTarget?: AsyncLocalStorage<string> }

/**
 * Remembers each request's target as it came. The framework parses the query and writes it anew (`?b=%20` becomes `?b=+`),
 * so a handler's `request.url` no longer says what the client asked for. To be called once a process, before it answers.
 */
export function rememberTargets(): void {
  if (slot.cairnRequestTarget) return
  const targets = new AsyncLocalStorage<string>()
  slot.cairnRequestTarget = targets
  subscribe('http.server.request.start', (message) => {
    targets.enterWith((message as { request: IncomingMessage }).request.url ?? '')
  })
}

/** The query as it came, with its question mark; empty when there is none. */
export function queryOf(request: Request): string {
  const target = slot.cairnRequestTarget?.getStore() ?? request.url
  return (URL.parse(target, request.url) ?? new URL(request.url)).search
}
