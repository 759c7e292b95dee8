import 'server-only'
import type { Env } from '#lib/adapters/env'
import { onceFor } from '#lib/http/docs/once-for'
import { describeInterface } from '#lib/http/documents/openapi'

/** A page of the documentation. Its Markdown twin is at the same path with `.md` behind it. */
export type DocPage = {
  path: `/docs${string}`
  title: string
  /** One sentence, for lists and search engines. */
  description: string
  group: string
}

/** The guides, in reading order. */
export const guides = {
  start: {
    path: '/docs',
    title: 'Start here',
    description: 'What this service does, and your first five minutes with it.',
    group: 'Guides',
  },
  payment: {
    path: '/docs/payment',
    title: 'How payment works',
    description: 'From price to receipt: x402 step by step, and what we promise about your money.',
    group: 'Guides',
  },
  examples: {
    path: '/docs/examples',
    title: 'Complete programs',
    description: 'Tested clients in TypeScript, Python and shell that query and commission.',
    group: 'Guides',
  },
  agents: {
    path: '/docs/agents',
    title: 'Agents (MCP)',
    description: 'The same API as tools for agents, with limits on what they may spend.',
    group: 'Guides',
  },
  webhooks: {
    path: '/docs/webhooks',
    title: 'Webhooks',
    description: 'Signed messages to your server when a bounty or a submission changes.',
    group: 'Guides',
  },
  enterprise: {
    path: '/docs/enterprise',
    title: 'Enterprise',
    description: 'With an API key: scored answers about an area, and a live stream of new captures.',
    group: 'Guides',
  },
  verify: {
    path: '/docs/verify',
    title: 'Check a proof yourself',
    description: 'Leaf, path, root and attestation, byte by byte, with a worked example.',
    group: 'Guides',
  },
  privacy: {
    path: '/docs/privacy',
    title: 'Privacy',
    description: 'How coarse places and times are, what is removed from files, and what a proof reveals.',
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
    title: 'Versioning',
    description: 'What may change without notice, what stays fixed, and how removals are announced.',
    group: 'Guides',
  },
  security: {
    path: '/docs/security',
    title: 'Report a vulnerability',
    description: 'Whom to tell, what we ask of you, and what you can count on.',
    group: 'Guides',
  },
  glossary: {
    path: '/docs/glossary',
    title: 'Glossary',
    description: 'Every term of this service in one or two plain sentences. Checks and verdicts are lists.',
    group: 'Guides',
  },
  credits: {
    path: '/docs/credits',
    title: 'Credits',
    description: 'Whose photographs, map data and typefaces these are, and under which licences.',
    group: 'Guides',
  },
  operations: {
    path: '/docs/operations',
    title: 'Operators’ guide',
    description:
      'For those who run this service: setting up, the console, money, alerts with what to do about each, upgrades and backups.',
    group: 'For operators',
  },
  reference: {
    path: '/docs/reference',
    title: 'All operations',
    description: 'Every operation of the HTTP API, with its price.',
    group: 'Reference',
  },
} as const satisfies Record<string, DocPage>

/** The guides that are written by hand: in `docs/guides`, and `docs/operations.md`. */
export type GuideName = Exclude<keyof typeof guides, 'reference'>
export const guideNames = Object.keys(guides).filter((name) => name !== 'reference') as GuideName[]

/** All pages of the documentation of this deployment, in reading order. */
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
