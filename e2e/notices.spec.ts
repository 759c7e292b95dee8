import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const sentence = 'A poster declined your film and asks for another take.'

let bounty: PostedBounty
test.beforeAll(async () => {
  bounty = await postBounty(networks[0]!, 'The gate of the old barracks')
})
test.afterAll(() => endBounty(bounty))

/** Submits a film of the demo contributor in a separate process. @returns its submission's id */
function handInPlain(): string {
  const script = join(import.meta.dirname, 'submit.ts')
  const args = ['--conditions=react-server', script, bounty.bounty_id, facts.wallets.contributor.address]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}

async function decline(submissionId: string, body: Record<string, unknown>): Promise<void> {
  const path = `/api/v1/bounties/${bounty.bounty_id}/submissions/${submissionId}/decline`
  const answer = await fetch(facts.base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test.describe('a contributor with a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('gets a feed address, reads a decline with it, and revokes it', { tag: '@thorough' }, async ({
    page,
  }) => {
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await page.getByRole('button', { name: /^Make a (feed|new) address$/ }).click()
    const address = page.locator('code', { hasText: '/board/notices/' })
    const url = (await address.textContent())!
    await assertNothingInTheWay(page)
    await decline(handInPlain(), { reason: 'blurred', text: 'Hold it still, please.' })
    const feed = await (await fetch(url)).text()
    expect(feed).toContain(sentence)
    expect(feed).toContain('Hold it still, please.')
    await page.getByRole('button', { name: 'Remove the feed' }).click()
    // The page learns from the service that there is no feed any more.
    await expect(page.getByRole('button', { name: 'Make a feed address' })).toBeVisible()
    await expect(address).toBeHidden()
    expect((await fetch(url)).status).toBe(404)
  })

  test('names a server, which gets a decline signed by the secret of the page, until the webhook is removed', {
    tag: '@thorough',
  }, async ({ page }) => {
    const received: { headers: Record<string, string>; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      await page.goto('/board/submissions')
      await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
      const { port } = server.address() as AddressInfo
      await page.getByRole('textbox', { name: /^Address/ }).fill(`http://127.0.0.1:${port}/`)
      await page.getByRole('button', { name: /^(Set the webhook|Change the address)$/ }).click()
      await page.getByText('Signing secret', { exact: true }).click()
      const secret = (await page.locator('code', { hasText: /^whsec_/ }).textContent())!
      await assertNothingInTheWay(page)
      await decline(handInPlain(), { reason: 'incomplete', text: 'The back, please.' })
      const message = () => received.find(({ body }) => body.includes(bounty.bounty_id))
      await expect.poll(message).toBeDefined()
      expect(new Webhook(secret).verify(message()!.body, message()!.headers)).toMatchObject({
        type: 'notice.declined',
        data: { bounty_id: bounty.bounty_id, declined: { reason: 'incomplete', text: 'The back, please.' } },
      })
      await page.getByRole('button', { name: 'Remove the webhook' }).click()
      await expect(page.getByRole('button', { name: 'Set the webhook' })).toBeVisible()
    } finally {
      server.close()
    }
  })
})
