import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { usualPrices } from '../lib/adapters/env.ts'
import { about } from '../lib/mcp/about.ts'
import { describeTools } from '../lib/mcp/tools.ts'
import { writeTools } from './describe.ts'
import { checkRelease, manifestOf, registryEntryOf } from './release.ts'
import { ownNames } from './settings.ts'
import { stdioTools } from './stdio-tools.ts'

/** The members of the registry's schema of 2025-12-11 that the package uses; others are not allowed. */
const version = z
  .string()
  .max(255)
  .regex(/^\d+\.\d+\.\d+$/)
const registryShape = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  websiteUrl: z.url().optional(),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version,
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          isRequired: z.boolean(),
          isSecret: z.boolean().optional(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
          default: z.string().optional(),
        }),
      ),
    }),
  ),
  remotes: z
    .array(z.strictObject({ type: z.literal('streamable-http'), url: z.string().regex(/^https?:\/\/\S+$/) }))
    .optional(),
})

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

describe('the package', () => {
  test('says of its tools what the operations say of themselves now', () => {
    expect(read('tools.json'), 'run npm run mcp:build').toBe(writeTools())
  })

  test('has the same name and version everywhere', () => {
    const npm = JSON.parse(read('package.json'))
    const registry = JSON.parse(read('server.json'))
    expect(npm.version).toBe(about.version)
    expect(registry).toMatchObject({
      name: npm.mcpName,
      version: npm.version,
      packages: [{ identifier: npm.name, version: npm.version }],
    })
    expect(registry.description.length).toBeLessThanOrEqual(100)
  })

  test('is published under a name that its publisher owns, or not at all', () => {
    const release = checkRelease({ name: 'com.example/cairn', url: 'https://cairn.example/' })
    expect(manifestOf(release)).toMatchObject({ mcpName: 'com.example/cairn', version: about.version })
    expect(manifestOf(release)).not.toHaveProperty('private')
    expect(registryEntryOf(release)).toMatchObject({
      name: 'com.example/cairn',
      packages: [{ transport: { type: 'stdio' } }],
      remotes: [{ type: 'streamable-http', url: 'https://cairn.example/mcp' }],
    })
    expect(manifestOf({})).toMatchObject({ private: true })
    expect(registryEntryOf({})).not.toHaveProperty('remotes')
    for (const name of ['cairn', 'com.example/cairn/two', 'example/cairn', 'com.example/ cairn'])
      expect(() => checkRelease({ name })).toThrow('--name')
    for (const url of ['cairn.example', 'ftp://cairn.example'])
      expect(() => checkRelease({ url })).toThrow('--url')
  })

  test.each([{}, { name: 'com.example/cairn', url: 'https://cairn.example' }])(
    'is told to the registry as its schema has it: %j',
    (release) => {
      expect(registryShape.safeParse(registryEntryOf(release)).error).toBeUndefined()
    },
  )

  test('names every setting in its readme', () => {
    expect(ownNames).toHaveLength(11)
    // The others belong to the service and the examples.
    const names = new Set(read('settings.ts').match(/(?<=read\(')CAIRN_[A-Z_]+/g))
    expect([...names].sort()).toEqual([...ownNames].sort())
    expect(ownNames.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([])
  })
})

describe('the tools', () => {
  const find = (name: string) => stdioTools.find(({ tool }) => tool.name === name)!.tool

  test('include those that the specification requires, each with an input and an output schema', () => {
    expect(stdioTools.map(({ tool }) => tool.name)).toEqual(
      expect.arrayContaining([
        'cairn_query_coverage',
        'cairn_get_observation',
        'cairn_list_coverage',
        'cairn_verify_provenance',
        'cairn_post_bounty',
        'cairn_bounty_status',
        'cairn_accept_submission',
        'cairn_decline_submission',
        'cairn_cancel_bounty',
      ]),
    )
    for (const { tool } of stdioTools) {
      expect(tool.inputSchema.type).toBe('object')
      expect(tool.outputSchema?.type).toBe('object')
      expect(JSON.stringify(tool)).not.toContain('$ref')
    }
  })

  test('say of each argument what type it is: some clients send text otherwise', () => {
    const types = stdioTools.flatMap(({ tool }) =>
      Object.entries(tool.inputSchema.properties ?? {}).map(([name, schema]) => [
        `${tool.name}.${name}`,
        (schema as { type?: string }).type,
      ]),
    )
    expect(types).toContainEqual(['cairn_query_coverage.aoi', 'object'])
    expect(types.filter(([, type]) => type === undefined)).toEqual([])
  })

  test('speak of arguments and members, because their callers see no headers', () => {
    for (const tool of [
      ...stdioTools.map((one) => one.tool),
      ...describeTools(usualPrices).map((one) => one.tool),
    ])
      expect(JSON.stringify(tool), tool.name).not.toMatch(/Cairn-\w+-?\w*|Idempotency-Key|PAYMENT-/)
    expect(find('cairn_query_coverage').outputSchema!.properties).toHaveProperty('next_to')
    expect(find('cairn_query_coverage').outputSchema!.required).not.toContain('next_to')
  })

  test('fit into a context window: only one of them describes a whole bounty', () => {
    const tools = describeTools(usualPrices).map(({ tool }) => tool)
    const whole = tools.filter(({ outputSchema }) => JSON.stringify(outputSchema).includes('model_glb_url'))
    expect(whole.map(({ name }) => name)).toEqual(['cairn_bounty_status'])
    expect(JSON.stringify(tools).length).toBeLessThan(45_000)
  })

  test('say what is spent, and what cannot be undone', () => {
    expect(find('cairn_query_coverage').title).toBe(
      'Find attested observations by area and time (paid: 0.01 USDC)',
    )
    expect(find('cairn_query_coverage').description).toMatch(
      /^Paid: spends 0\.01 USDC [^.]*; `cairn_list_coverage` [^.]* free of charge [^.]*\./,
    )
    expect(find('cairn_get_observation').description).toMatch(/^Paid: spends 0\.005 USDC /)
    expect(find('cairn_post_bounty').description).toContain('Spends exactly `amount_usdc`')
    expect(find('cairn_accept_submission').description).toContain('cannot be undone')
    expect(find('cairn_cancel_bounty').description).toContain('cannot be undone')
    expect(find('cairn_verify_provenance').description).toContain('Free.')
  })

  test('hint at what they do: nothing that spends calls itself read-only', () => {
    const readOnly = stdioTools.filter(({ tool }) => tool.annotations?.readOnlyHint)
    expect(readOnly.map(({ tool }) => tool.name)).toEqual(['cairn_list_coverage', 'cairn_verify_provenance'])
    const destructive = stdioTools.filter(({ tool }) => tool.annotations?.destructiveHint)
    expect(destructive.map(({ tool }) => tool.name)).toEqual([
      'cairn_post_bounty',
      'cairn_accept_submission',
      'cairn_cancel_bounty',
    ])
  })

  test('never take or show the token of a bounty', () => {
    const shapes = stdioTools.flatMap(({ tool }) => [
      tool.inputSchema.properties ?? {},
      tool.outputSchema?.properties ?? {},
    ])
    expect(shapes.filter((shape) => 'agent_token' in shape)).toEqual([])
  })
})
