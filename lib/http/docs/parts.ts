import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#lib/adapters/env'
import { formatUsdc } from '#lib/domain/money'
import { networkNames } from '#lib/http/docs/operation-views'
import type { PaymentStep } from '#lib/schemas/reference/payment-steps'

/** What a page shows as more than text. In Markdown each is a list or a block of code. */
export const partNames = ['payment-picture', 'example-query', 'example-bounty', 'example-shared'] as const
export type PartName = (typeof partNames)[number]

export function partMarkdown(name: PartName, env: Env): string {
  if (name === 'payment-picture')
    return paymentSteps(env)
      .map(({ title, text }, index) => `${index + 1}. **${title}** ${text}`)
      .join('\n')
  return exampleFiles(name)
    .map(({ title, path, code }) => `\`${path}\`\n\n\`\`\`${title}\n${code}\n\`\`\``)
    .join('\n\n')
}

/** The way of a payment, step by step: what the picture shows, and what it says to those who do not see it. */
export function paymentSteps(env: Env): PaymentStep[] {
  const price = `${formatUsdc(env.price.spatialQueryAtomic)} USDC`
  return [
    {
      from: 'you',
      title: 'Request.',
      short: 'POST /api/v1/spatial/query',
      text: 'You send the request without a payment.',
    },
    {
      from: 'cairn',
      title: '402.',
      short: `402 · PAYMENT-REQUIRED: ${price}`,
      text: `You are told the price, ${price} on ${networkNames(env)}. Nothing is charged.`,
    },
    {
      from: 'you-alone',
      title: 'Sign.',
      short: 'sign one offer in your wallet',
      text: 'You choose an offer and sign a transfer of exactly that much. Nothing has moved yet.',
    },
    {
      from: 'you',
      title: 'Repeat.',
      short: 'same request · PAYMENT-SIGNATURE',
      text: 'You send the very same request, with the signature.',
    },
    {
      from: 'cairn-to-chain',
      title: 'Settle.',
      short: `${price} moves, once`,
      text: 'The answer is computed; then the transfer is settled on the network you chose, once. The network fee is ours.',
    },
    {
      from: 'cairn',
      title: 'Answer.',
      short: '200 · PAYMENT-RESPONSE',
      text: 'You get the answer and the receipt. Lost on the way? Send the same request with the same signature: it is answered again, and not charged again.',
    },
  ]
}

export type ExampleFile = { id: string; title: string; path: string; code: string }

const files: Readonly<Record<Exclude<PartName, 'payment-picture'>, readonly [string, string][]>> = {
  'example-query': [
    ['TypeScript', 'typescript/query.ts'],
    ['Python', 'python/query.py'],
    ['Shell', 'curl/query.sh'],
  ],
  'example-bounty': [
    ['TypeScript', 'typescript/bounty.ts'],
    ['Python', 'python/bounty.py'],
    ['Shell', 'curl/bounty.sh'],
  ],
  'example-shared': [
    ['TypeScript', 'typescript/pay.ts'],
    ['Python', 'python/cairn.py'],
    ['Python: the signature', 'python/eip3009.py'],
  ],
}

/** The programs as they are tested. */
export function exampleFiles(name: Exclude<PartName, 'payment-picture'>): ExampleFile[] {
  return files[name].map(([title, path]) => ({
    id: path,
    title,
    path: `docs/examples/${path}`,
    code: readFileSync(
      join(/* turbopackIgnore: true */ process.cwd(), 'docs/examples', path),
      'utf8',
    ).trimEnd(),
  }))
}
