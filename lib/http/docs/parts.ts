import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#lib/adapters/env'
import { formatUsdc } from '#lib/domain/money/money'
import { capital } from '#lib/domain/text/capital'
import { networkNames } from '#lib/http/docs/operation-views'
import { queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import type { PaymentStep } from '#lib/schemas/reference/payment-steps'
import type { ProofStep, WayIn } from '#lib/schemas/reference/pictures'

// The parts of the documentation that pages and Markdown share: tasks, steps and examples.

/** The parts of a page that are more than text. In Markdown each is a list or a block of code. */
export const partNames = [
  'ways',
  'payment-picture',
  'proof-picture',
  'example-query',
  'example-bounty',
  'example-shared',
] as const
export type PartName = (typeof partNames)[number]

export function partMarkdown(name: PartName, env: Env): string {
  if (name === 'ways')
    return [
      '| You want to | Go to | It costs |',
      '|---|---|---|',
      ...waysIn(env).map(({ want, page, operation, cost }) => {
        const places = [page, ...(operation ? [operation] : [])]
        return `| ${want} | ${places.map(asLink).join(', or ')} | ${capital(cost)} |`
      }),
      ...waysIn(env).flatMap(({ want, steps = [], more = [] }) =>
        steps.length === 0
          ? []
          : [
              '',
              `${want}:`,
              '',
              ...steps.map((step, index) => `${index + 1}. ${step}`),
              '',
              `${more.map(asLink).join(' · ')}`,
            ],
      ),
    ].join('\n')
  if (name === 'proof-picture')
    return proofSteps.map(({ title, text }, index) => `${index + 1}. **${title}** ${text}`).join('\n')
  if (name === 'payment-picture')
    return paymentSteps(env)
      .map(({ title, text }, index) => `${index + 1}. **${title}** ${text}`)
      .join('\n')
  return exampleFiles(name)
    .map(({ title, path, code }) => `\`${path}\`\n\n\`\`\`${title}\n${code}\n\`\`\``)
    .join('\n\n')
}

function asLink({ text, href }: { text: string; href: string }): string {
  return `[${text}](${href})`
}

/** The tasks that people come with, each with the page and the operation for it. */
export function waysIn(env: Env): WayIn[] {
  const reference = (id: string, text: string) => ({ text, href: `/docs/reference/${id}` })
  return [
    {
      want: 'Check a photo or film',
      page: { text: 'Verify', href: '/verify' },
      steps: [
        'Get the file as it came from the camera. Ask for it as a document: messengers shrink photos.',
        'Open Verify and choose the file. It stays on your device.',
        'Read the sentence: since when the file is unchanged, or that it has no record here.',
        'Read what a proof does not show: that the picture is true, or that its place and time are right.',
      ],
      more: [
        { text: 'What the verdicts mean', href: '/docs/glossary#verdict' },
        { text: 'What the checks mean', href: '/docs/glossary#checks' },
        { text: 'What a proof does not show', href: '/docs/glossary#claimed-time-and-place' },
      ],
      operation: reference('verifyProvenance', 'Look up a fingerprint with a program'),
      cost: 'free',
    },
    {
      want: 'Find captures by area and time',
      page: { text: 'Explore', href: '/explore' },
      operation: reference('queryObservations', 'Query with a program'),
      cost: `${formatUsdc(fixedPriceAtomic(queryObservations, env))} USDC a query`,
    },
    {
      want: 'Have a place filmed',
      page: { text: 'Commission', href: '/bounties' },
      operation: reference('createBounty', 'Post a bounty with a program'),
      cost: `${env.bounty.minUsdc} to ${env.bounty.maxUsdc.toLocaleString('en')} USDC, refunded if you accept nothing`,
    },
    {
      want: 'Film places for pay',
      page: { text: 'Open bounties', href: '/board' },
      operation: reference('listBoard', 'List open bounties with a program'),
      cost: 'free',
    },
    {
      want: 'Give an agent all of this',
      page: { text: 'Agents', href: '/docs/agents' },
      operation: { text: 'llms.txt', href: '/llms.txt' },
      cost: 'the price of what it buys, within your limits',
    },
  ]
}

/** The steps of a proof, from the file to the chain. */
export const proofSteps: readonly ProofStep[] = [
  { title: 'File.', text: 'Its SHA-256 is its fingerprint.' },
  { title: 'Leaf.', text: 'The fingerprint, the place, the time and a random salt, hashed together.' },
  {
    title: 'Merkle proof.',
    text: 'The leaf hashed with its sibling, the result with its sibling, and so on.',
  },
  { title: 'Merkle root.', text: 'The one hash that remains at the top of the tree.' },
  { title: 'Attestation.', text: 'The root on Base, in a block with a time: the file existed by then.' },
]

/** The steps of a payment: the content of the picture, and its text for readers who do not see it. */
export function paymentSteps(env: Env): PaymentStep[] {
  const price = `${formatUsdc(fixedPriceAtomic(queryObservations, env))} USDC`
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
      text: `The answer names the price, ${price} on ${networkNames(env)}. Nothing is charged.`,
    },
    {
      from: 'you-alone',
      title: 'Sign.',
      short: 'sign one offer in your wallet',
      text: 'You choose an offer and sign a transfer of exactly that amount. No money has moved yet.',
    },
    {
      from: 'you',
      title: 'Repeat.',
      short: 'same request · PAYMENT-SIGNATURE',
      text: 'You send the same request again, with the signature.',
    },
    {
      from: 'cairn-to-chain',
      title: 'Settle.',
      short: `${price} moves, once`,
      text: 'We compute the answer, then settle the transfer on the network you chose, once. We pay the network fee.',
    },
    {
      from: 'cairn',
      title: 'Answer.',
      short: '200 · PAYMENT-RESPONSE',
      text: 'You get the answer and the receipt. Lost on the way? Send the same request with the same signature within 24 hours: you get the same answer, without a second charge.',
    },
  ]
}

export type ExampleFile = { id: string; title: string; path: string; code: string }

type FilesName = Extract<PartName, `example-${string}`>

const files: Readonly<Record<FilesName, readonly [string, string][]>> = {
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

/** Paths of the example programs, below `docs/examples` in the repository and below `/examples` of the service. */
export const examplePaths = Object.values(files).flatMap((group) => group.map(([, path]) => path))

/** The example programs; tests run the same files. */
export function exampleFiles(name: FilesName): ExampleFile[] {
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
