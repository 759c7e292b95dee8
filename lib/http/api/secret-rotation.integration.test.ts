import {
  extractReceiptFromResponse,
  type JWSSignedReceipt,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { signingKeyOf } from '#lib/adapters/signing-key'
import { didDocument } from '#lib/http/documents/trust-documents'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { signPayment, withPayment } from '#testing/paid-service'
import {
  balance,
  base,
  payer,
  servePayments,
  service,
  settings,
  startService,
} from '#testing/payment-fixture'

const funds = 200_000_000n
const secret = 'f2d90b6c47a8e1530d9be27f64c1a835'

servePayments({ fundsAtomic: funds })

test('with another SECRET_KEY: earlier unpaid quotes are made again, paid requests are answered, and tokens and receipts stay valid', async () => {
  const sign = () => signPayment({ url: service.url + bountyPath, init: postBounty(), payer, network: base })
  const paidFor = await sign()
  const paid = await fetch(service.url + bountyPath, withPayment(postBounty(), paidFor))
  const made = (await paid.json()) as { bounty_id: string; agent_token: string }
  const quoted = await sign()
  const { jwk, kid } = signingKeyOf(service.ctx.env)
  const after = await startService({ SECRET_KEY: secret, RETIRED_SIGNING_KEYS: jwk.x })
  const left = await balance()

  const refused = await fetch(after.url + bountyPath, withPayment(postBounty(), quoted))
  expect(refused.status).toBe(402)
  expect(await refused.json()).toMatchObject({ error: 'payment_required' })
  const again = await fetch(after.url + bountyPath, withPayment(postBounty(), paidFor))
  expect(again.status).toBe(201)
  const shown = (await again.json()) as typeof made
  expect(shown.bounty_id).toBe(made.bounty_id)
  expect(await balance()).toBe(left)
  for (const token of [made.agent_token, shown.agent_token]) {
    const got = await fetch(`${after.url}${bountyPath}/${made.bounty_id}`, withToken(token))
    expect(got.status).toBe(200)
  }

  // The key of an old receipt is still in the DID document.
  const did = JSON.parse(didDocument.write(after.ctx.env)) as {
    verificationMethod: { id: string; publicKeyJwk: JsonWebKey }[]
  }
  const listed = did.verificationMethod.find(({ id }) => id === kid)
  const receipt = extractReceiptFromResponse(paid) as JWSSignedReceipt
  expect(await verifyReceiptSignatureJWS(receipt, listed!.publicKeyJwk as never)).toMatchObject({
    network: base,
  })
  const unlisted = didDocument.write(parseEnv({ ...settings(), SECRET_KEY: secret }))
  expect(unlisted).not.toContain(kid)
})

test('with another CRON_SECRET: the new one is taken, and the one before is not', async () => {
  const secret = '70c4e9b1a3d85f26e0b79d41c86a352f'
  const renewed = await startService({ CRON_SECRET: secret })
  const call = async (token: string) =>
    (
      await fetch(`${renewed.url}/api/cron/expire-bounties`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  expect(await call(secret)).toBe(200)
  expect(await call(settings().CRON_SECRET!)).toBe(401)
})
