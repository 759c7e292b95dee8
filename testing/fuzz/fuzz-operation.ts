import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { brokenOf } from '#testing/fuzz/breakages'
import type { FuzzService } from '#testing/fuzz/fuzz-service'
import type { FuzzedOperation, FuzzRequest } from '#testing/fuzz/operations'
import { badPayments } from '#testing/fuzz/payments'

const inFlight = 8
/** Internals that no answer may contain: stack traces, SQL statements, names of drivers and files. */
const leak =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|file:\/\/|\/lib\/\w+\/|\b(?:select|insert into|update|delete from) ["\w]+[\s,].*(?:from|values|set|where)|postgres|drizzle|ECONN|TypeError|SyntaxError|viem/i
/** Signatures and hashes: in enough of them any four letters come up. */
const encoded = /[\w-]{40,}/g

export type FuzzReport = { sent: number; statuses: Record<string, number>; faults: string[] }

/**
 * Sends valid and broken requests to one operation and checks that no answer is a server error or contains a secret, that a valid
 * request is not refused as malformed, and that a refusal of a malformed request names the member. `testing/answers` checks the
 * answers against the API description.
 */
export async function fuzzOperation(
  service: FuzzService,
  operation: FuzzedOperation,
  { seed, runs }: { seed: number; runs: number },
): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, statuses: {}, faults: [] }
  const payments = badPayments(service.quotes[operation.name] ?? service.quotes.queryObservations!)
  const batches = [
    { kind: 'valid', requests: fc.sample(operation.valid, { seed, numRuns: runs }) },
    { kind: 'broken', requests: fc.sample(brokenOf(operation, payments), { seed, numRuns: runs }) },
  ] as const
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const accepts = operation.body && ajv.compile(operation.body)
  for (const { kind, requests } of batches) {
    const waiting = requests.entries()
    const work = async () => {
      for (const [index, request] of waiting) {
        const answer = await service.send(operation.path, request)
        const text = await answer.text()
        report.sent += 1
        const status = `${kind} ${answer.status}`
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        const found = faultOf(kind, request, answer, text)
        if (found)
          report.faults.push(
            `${operation.name} ${kind} ${index}: ${found}\n  ${show(request)}\n  ${text.slice(0, 300)}`,
          )
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
  }
  return report

  function faultOf(
    kind: 'valid' | 'broken',
    request: FuzzRequest,
    { status, headers }: Response,
    text: string,
  ): string | undefined {
    // On a machine that pauses, 503 is a correct answer of the readiness check.
    const isNotReady = operation.name === 'checkReadiness' && status === 503
    if (status >= 500 && !isNotReady) return `answers ${status}`
    const told = `${text}\n${[...headers].flat().join('\n')}`
    const leaked =
      service.secrets.find((secret) => told.includes(secret)) ?? leak.exec(text.replace(encoded, ''))?.[0]
    // An answer may repeat words of the request.
    if (leaked && !JSON.stringify(request).includes(leaked)) return `gives away ${leaked}`
    if (kind === 'valid' && [400, 405, 413, 415].includes(status))
      return `refuses a valid request with ${status}`
    if (status === 400 && namesNothing(text) && hasMembers(request)) return 'names no member at fault'
    const isItsOwn = request.method === operation.method && hasMembers(request)
    if (status < 300 && operation.body && isItsOwn && !accepts!(request.body))
      return `takes what its schema refuses: ${JSON.stringify(accepts!.errors?.[0])}`
    return undefined
  }
}

function namesNothing(text: string): boolean {
  return text !== '' && (JSON.parse(text) as { field?: string }).field === undefined
}

/** True if the body has members that a refusal can name, that is, if it is a JSON object. */
function hasMembers({ body }: FuzzRequest): boolean {
  return body !== undefined && body !== null && typeof body === 'object' && !(body instanceof Uint8Array)
}

function show({ method, target, headers, body }: FuzzRequest): string {
  const shown = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : JSON.stringify(body)
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${shown?.slice(0, 300) ?? ''}`
}
