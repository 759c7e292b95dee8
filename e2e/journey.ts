import { test as base, expect } from './answers.ts'

/** Every journey fails on an error in the browser's console or a violation of a page's policy, except those that it names. */
export const test = base.extend<{ allowedErrors: RegExp; watched: undefined }>({
  allowedErrors: [/^$/, { option: true }],
  watched: [
    async ({ page, allowedErrors }, use) => {
      const errors: string[] = []
      const note = (text: string, url = '') => {
        if (!allowedErrors.test(text)) errors.push(`${text} ${url}`.trim())
      }
      page.on(
        'console',
        (message) => message.type() === 'error' && note(message.text(), message.location().url),
      )
      page.on('pageerror', (error) => note(error.message))
      // The browser reports nothing about violations that a script catches.
      await page.addInitScript(() =>
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective, blockedURI, sourceFile }) =>
            reportError(
              new Error(`against the page's policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
            ),
        ),
      )
      await use(undefined)
      expect(errors, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
