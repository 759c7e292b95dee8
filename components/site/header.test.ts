import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Header } from './header.tsx'

vi.mock('next/navigation', () => ({ usePathname: () => '/' }))

test('only a demonstration says that it is one', () => {
  const html = (isDemo: boolean) => renderToStaticMarkup(createElement(Header, { isDemo }))
  expect(html(true)).toContain(
    'Demonstration: test chains on this machine, test money, and demo wallets that all visitors share.',
  )
  expect(html(false)).not.toMatch(/demo/i)
})
