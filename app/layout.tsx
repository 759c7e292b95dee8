import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { EarlyPressScript } from '#components/site/early-press-script'
import { Footer } from '#components/site/footer'
import { Header } from '#components/site/header'
import { SkipLink } from '#components/site/skip-link'
import { readEnv } from '#lib/adapters/env'
import { describeTimeLeft } from '#lib/domain/text/duration'
import { webContext } from '#lib/http/api/context'
import { geistMono, instrumentSans, instrumentSansExtended } from './fonts.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Cairn: photos and films of real places, provably unchanged', template: '%s · Cairn' },
  description:
    'Records of photos and films of real places: the claimed place and time of each, and public proof that it is unchanged since. Check a file for free; search by area and time for a cent.',
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' }, apple: '/icon-180.png' },
  manifest: '/manifest.webmanifest',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f3ee' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1311' },
  ],
}

let isDemo: boolean | undefined

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The policy is that of this request, so no page is rendered ahead of it.
  const [, nonce] = /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '') ?? []
  // A build has no settings. The mode of a process does not change.
  isDemo ??= readEnv().mode === 'sandbox'
  const leadSeconds = isDemo ? await readLeadSeconds() : 0
  return (
    <html
      lang="en"
      // Read by lib/client/service-clock.ts.
      data-clock-lead={leadSeconds === 0 ? undefined : leadSeconds}
      className={`${instrumentSans.variable} ${instrumentSansExtended.variable} ${geistMono.variable}`}
    >
      <body className="flex min-h-dvh flex-col font-sans">
        <EarlyPressScript nonce={nonce} />
        <SkipLink to="content">Skip to content</SkipLink>
        <Header isDemo={isDemo} clockLead={leadSeconds === 0 ? undefined : describeTimeLeft(leadSeconds)} />
        <main id="content" tabIndex={-1} className="flex-1">
          {children}
        </main>
        <Footer isDemo={isDemo} />
      </body>
    </html>
  )
}

/** How far the clock of a demonstration is ahead, in seconds; 0 below a minute, or while the database does not answer. */
async function readLeadSeconds(): Promise<number> {
  const ctx = await webContext().catch(() => undefined)
  const seconds = ctx?.clock.offsetSeconds() ?? 0
  return seconds < 60 ? 0 : seconds
}
