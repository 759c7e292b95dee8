import type { Page } from '@playwright/test'

/** How many sheets of paper the page takes when it is printed. @param format such as `A4` or `Letter` */
export async function countSheets(page: Page, format: string): Promise<number> {
  const paper = await page.pdf({ format })
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
