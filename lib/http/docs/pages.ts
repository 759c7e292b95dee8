import 'server-only'
import type { Env } from '#lib/adapters/env'
import { onceFor } from '#lib/http/docs/once-for'
import { describeInterface } from '#lib/http/openapi'

/** A page of the documentation. Its Markdown twin is at the same path with `.md` behind it. */
export type DocPage = {
  path: `/docs${string}`
  title: string
  /** One sentence, for lists and search engines. */
  description: string
  group: string
}

/** The guides, in the order in which one would read them. */
export const guides = {
  start: {
    path: '/docs',
    title: 'Start here',
    description: 'What this service is, for whom, and the first five minutes with it.',
    group: 'Guides',
  },
  payment: {
    path: '/docs/payment',
    title: 'How payment works',
    description: 'From the price to the receipt: x402 step by step, with what is promised about your money.',
    group: 'Guides',
  },
  examples: {
    path: '/docs/examples',
    title: 'Complete programs',
    description: 'Clients in TypeScript, Python and shell that query and commission, as they are tested.',
    group: 'Guides',
  },
  agents: {
    path: '/docs/agents',
    title: 'Agents (MCP)',
    description: 'The same interface as tools for agents, with caps on what they may spend.',
    group: 'Guides',
  },
  webhooks: {
    path: '/docs/webhooks',
    title: 'Be told of changes',
    description: 'Signed messages to a server of yours, for each change of a bounty and each submission.',
    group: 'Guides',
  },
  enterprise: {
    path: '/docs/enterprise',
    title: 'Enterprise',
    description: 'With an API key: scored answers about an area, and a stream of what arrives there.',
    group: 'Guides',
  },
  verify: {
    path: '/docs/verify',
    title: 'Check a proof yourself',
    description: 'Leaf, path, root and attestation, byte by byte, with a worked example to compare against.',
    group: 'Guides',
  },
  privacy: {
    path: '/docs/privacy',
    title: 'What is never served',
    description: 'How coarse places and times are, what is dropped on the way in, and what proofs give away.',
    group: 'Guides',
  },
  errors: {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error code: what happened, whether money moved, and what to do.',
    group: 'Guides',
  },
  versioning: {
    path: '/docs/versioning',
    title: 'Versions and changes',
    description: 'What may change without notice, what never does, and how an end is announced.',
    group: 'Guides',
  },
  security: {
    path: '/docs/security',
    title: 'Report a weakness',
    description: 'Whom to tell, what we ask of you, and what you can count on.',
    group: 'Guides',
  },
  reference: {
    path: '/docs/reference',
    title: 'All operations',
    description: 'Every operation of the HTTP interface, with its price and its credential.',
    group: 'Reference',
  },
} as const satisfies Record<string, DocPage>

/** Those that are written by hand, in `docs/guides`. */
export type GuideName = Exclude<keyof typeof guides, 'reference'>
export const guideNames = Object.keys(guides).filter((name) => name !== 'reference') as GuideName[]

/** Every page there is in this deployment, in reading order. */
export const docPages: (env: Env) => readonly DocPage[] = onceFor((env) => {
  const { tags, paths } = describeInterface(env) as Described
  const operations = Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => (item[method] ? [item[method]] : [])),
  )
  return [
    ...Object.values(guides),
    ...tags.flatMap(({ name }) =>
      operations
        .filter((operation) => operation.tags.includes(name))
        .map(
          (operation): DocPage => ({
            path: `/docs/reference/${operation.operationId}`,
            title: operation.summary,
            description: operation.description,
            group: name,
          }),
        ),
    ),
  ]
})

export const methods = ['get', 'post', 'head', 'put', 'patch', 'delete'] as const

type DescribedOperation = { operationId: string; summary: string; description: string; tags: string[] }
type Described = {
  tags: { name: string }[]
  paths: Record<string, Partial<Record<(typeof methods)[number], DescribedOperation>>>
}
