import 'server-only'
import { BaseError } from 'viem'

/** Answers to a send that mean the node, or the chain, has the transaction or another attempt at its nonce. */
const alreadyThere =
  /already (known|imported|exists)|known transaction|already in block ?chain|nonce (is )?too low|replacement transaction underpriced/i

export function isAlreadyThere(error: unknown): boolean {
  return error instanceof BaseError && alreadyThere.test(`${error.details} ${error.message}`)
}
