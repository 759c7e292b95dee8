import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Opens the form as from a search without results, with the place and a title, and fills in the rest. */
export async function writeOrder(page: Page, order: { title: string; amountUsdc: number }): Promise<void> {
  const { title, amountUsdc } = order
  await page.goto(`/bounties/new?place=u33db2&title=${encodeURIComponent(title)}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByRole('region', { name: 'Place', exact: true })).toContainText('u33db2')
  await page.getByLabel('Instructions').fill('Walk around the well once, slowly, and then look into it.')
  await page.getByLabel('You pay (USDC)').fill(String(amountUsdc))
  await expect(page.getByText(`You pay ${amountUsdc} USDC now, into escrow`)).toBeVisible()
}

export function payButton(page: Page, amountUsdc: number) {
  return page.getByRole('button', { name: `Pay ${amountUsdc} USDC into escrow` })
}
