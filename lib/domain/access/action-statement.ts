/** The parts of an operator's action that its signature covers. */
export type ActionIntent = { action: string; digest: string; effect: string }

const urn = 'urn:cairn:operator-action'

/** The statement and the resource of the message (EIP-4361) that an operator signs for one action. */
export function actionStatement({ action, digest, effect }: ActionIntent): {
  statement: string
  resource: string
} {
  return { statement: asciiOf(effect), resource: `${urn}:${action}:sha256:${digest}` }
}

/** True if a message was signed for an action. Such a message must never open a session. */
export function isActionResource(resource: string): boolean {
  return resource.startsWith(`${urn}:`)
}

/** A statement may contain only ASCII: no line breaks, and only characters of a URI and the blank. */
function asciiOf(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^ a-zA-Z0-9\-._~:/?#[\]@!$&'()*+,;=]/g, '')
    .trim()
}
