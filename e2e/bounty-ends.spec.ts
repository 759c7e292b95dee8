import { expect, test } from './journey.ts'
import { cancelBounty, endBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { submitSmallFilm } from './submit-small-film.ts'

test.describe('a contributor whose bounty ends while its page is open', () => {
  test.use({ allowedErrors: /net::ERR_/ })

  test('reads so in the whole page without loading it again, and when the device is offline', async ({
    page,
    context,
  }) => {
    const ending = await postBounty(networks[0], 'The bench at the canal')
    await page.goto(`/board/${ending.bounty_id}`)
    await submitSmallFilm(page)
    const terms = page.getByRole('complementary', { name: 'Terms' })
    await expect(terms.getByText('Open', { exact: true })).toBeVisible()

    const offline = page.getByText('This device is offline. This is the last known state.')
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await context.setOffline(false)
    await expect(offline).toHaveCount(0)

    await cancelBounty(ending)
    await expect(terms.getByText('Cancelled', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(terms.getByRole('link', { name: 'Submit a film' })).toHaveCount(0)
    await expect(page.getByText('This bounty takes no more films.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit another film' })).toHaveCount(0)
    await endBounty(ending)
  })
})
