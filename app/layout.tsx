import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Footer } from '#components/site/footer'
import { Header } from '#components/site/header'
import { SkipLink } from '#components/site/skip-link'
import { readEnv } from '#lib/adapters/env'
import { geistMono, instrumentSans, instrumentSansExtended } from './fonts.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Cairn: captures of real places, provable', template: '%s · Cairn' },
  description:
    'Captures of real places, hashed, put in Merkle trees and attested on-chain. Verify a file for free; query by area and time for a cent.',
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
  // A page that was rendered ahead of its request could not contain that request's nonce.
  await connection()
  // A build has no settings. The mode of a process does not change.
  isDemo ??= readEnv().mode === 'sandbox'
  return (
    <html
      lang="en"
      className={`${instrumentSans.variable} ${instrumentSansExtended.variable} ${geistMono.variable}`}
    >
      <body className="flex min-h-dvh flex-col font-sans">
        <SkipLink to="content">Skip to content</SkipLink>
        <Header isDemo={isDemo} />
        <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
          {children}
        </main>
        <Footer />
      </body>
    </html>
  )
}
