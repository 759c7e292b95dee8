import { setImmediate } from 'node:timers/promises'
import { type Env, parseEnv } from '#lib/adapters/env'
import type { guarded } from '#lib/http/api/guarded'
import { describeInterface } from '#lib/http/documents/openapi'
import { catalog } from '#lib/operations/catalog'
import { operatorGroup } from '#lib/operations/operator/catalog'
import { type Checker, createAnswerChecker, isInterface } from '#testing/answers/checker'
import { unchainedSettings } from '#testing/unchained-settings'

// Checks every answer that a test gets from the API.

/** Includes the operations for operators, which the public description leaves out. */
export const everything = [...catalog, operatorGroup]

type Guarded = typeof guarded

/** By the operations they describe. Files of a process share them, since compiling one takes a tenth of a file's time. */
const checkers = new Map<string, Checker>()
let ofNoSettings: Checker | undefined

/**
 * The same guard, that looks at each answer of the interface it gives.
 *
 * @param watch gets, at once, what will be found wrong with an answer
 */
export function watchAnswers(original: Guarded, watch: (faults: Promise<string[]>) => void): Guarded {
  return async (request, guard, run) => {
    let env: Env | undefined
    const openContext = async () => {
      const ctx = await guard.openContext()
      env = envOf(ctx)
      return ctx
    }
    const response = await original(request, { ...guard, openContext }, run)
    const isOurs = isInterface(new URL(request.url).pathname) && request.method !== 'OPTIONS'
    if (isOurs) watch(inspect(request, response, env))
    return response
  }
}

async function inspect(
  { method, url }: Request,
  response: Response,
  env: Env | undefined,
): Promise<string[]> {
  // Copied before the caller reads the body. Answers that may be films are not copied.
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body = isJson ? await response.clone().text() : response.body === null ? '' : notRead
  // The caller may still add headers before the answer is sent.
  await setImmediate()
  return checkerOf(env)({ method, url, status: response.status, headers: response.headers, body })
}

const notRead = '(no JSON)'

function checkerOf(env: Env | undefined): Checker {
  if (!env) {
    ofNoSettings ??= createAnswerChecker(
      describeInterface(parseEnv(unchainedSettings('postgres://localhost/none')), everything),
    )
    return ofNoSettings
  }
  const key = offeredNames(env).join(' ')
  let checker = checkers.get(key)
  if (!checker) {
    checker = createAnswerChecker(describeInterface(env, everything))
    checkers.set(key, checker)
  }
  return checker
}

/** The operations of a deployment. Their answers are described alike in all deployments that offer them. */
export function offeredNames(env: Env): string[] {
  return everything
    .flatMap(({ operations }) => operations)
    .filter((one) => !('existsIn' in one) || one.existsIn?.(env) !== false)
    .map(({ name }) => name)
}

/** The settings of a context, or `undefined`: some handlers open no context, or only a part of one. */
function envOf(ctx: object): Env | undefined {
  const { env } = ctx as { env?: Env }
  return env && 'networks' in env && 'bounty' in env && 'media' in env ? env : undefined
}
