import { test as base, expect } from '@playwright/test'

/** Every journey fails on an error in the browser's console, but for the ones it names. */
export const test = base.extend<{ allowedErrors: RegExp; watched: undefined }>({
  allowedErrors: [/^$/, { option: true }],
  watched: [
    async ({ page, allowedErrors }, use) => {
      const errors: string[] = []
      const note = (text: string) => {
        if (!allowedErrors.test(text)) errors.push(text)
      }
      page.on('console', (message) => message.type() === 'error' && note(message.text()))
      page.on('pageerror', (error) => note(error.message))
      await use(undefined)
      expect(errors, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
