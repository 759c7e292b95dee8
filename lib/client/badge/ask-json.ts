const timeoutMs = 20_000

/** There is no answer to rely on. It says nothing about the file. `message` is written for people. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * Gets JSON, unread. The badge brings no schema library: what uses an answer finds out whether it makes sense.
 *
 * @param who names the answerer in the reader's words (`The service`)
 * @throws NoAnswerError
 */
export async function askJson(request: { url: string; who: string; body?: unknown }): Promise<unknown> {
  const { url, who, body } = request
  let answer: Response
  try {
    answer = await fetch(url, {
      cache: 'no-cache',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new NoAnswerError(`${who} could not be reached.`)
  }
  if (!answer.ok) throw new NoAnswerError(`${who} answered with an error (${answer.status}).`)
  try {
    return await answer.json()
  } catch {
    throw new NoAnswerError(`${who} gave an answer that makes no sense.`)
  }
}
