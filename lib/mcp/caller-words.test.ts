import { expect, test } from 'vitest'
import { explainRefusal, paymentRefusals } from '#lib/domain/payment/payment-refusal'
import { callerWords } from '#lib/mcp/caller-words'

const offer = { price: '0.01', contractPayerMin: '1', network: 'Base' }
const refusals = paymentRefusals.map((reason) => [reason, explainRefusal(reason, offer)] as const)
const headerNames = /PAYMENT-\w+|Authorization|Bearer/

test.each(refusals)('a payer over HTTP is told of %s without the names of headers', (reason, message) => {
  const told = callerWords('http', message)
  // The proof of a wallet can only be sent over HTTP.
  if (reason === 'wallet_proof_required') expect(told).toContain('send the request over HTTP')
  else expect(told).not.toMatch(headerNames)
  expect(told).not.toMatch(/[.:] [a-z]+ sign\b|\. [a-z]/)
})

test.each(refusals)('an agent of the stdio server, which cannot sign, is told of %s', (reason, message) => {
  const told = callerWords('stdio', message)
  if (!reason.startsWith('wallet_proof')) expect(told).not.toMatch(headerNames)
  expect(told).not.toMatch(/sign (a new|one of the) offer/i)
  expect(told).not.toMatch(/\. [a-z]/)
})

test('a wrong token is refused by the name of its argument, which agents without tokens are not told to send', () => {
  const refused =
    'There is no bounty with this id and this agent_token, or the request has no token. A bounty_id is `bty_` and 32 hexadecimal digits. Send the token from the answer that made the bounty, as Authorization: Bearer.'
  expect(callerWords('http', refused)).toMatch(/the bounty, as `agent_token`\.$/)
  expect(callerWords('stdio', refused)).toMatch(/This server sent the token that it stores/)
})

test('a message without words of HTTP is unchanged', () => {
  const message = 'Only an open bounty can be accepted; this one is cancelled. Nothing was changed.'
  expect(callerWords('http', message)).toBe(message)
  expect(callerWords('stdio', message)).toBe(message)
})
