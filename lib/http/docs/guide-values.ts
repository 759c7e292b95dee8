import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#lib/adapters/env'
import { tierLimits, tiers } from '#lib/domain/access/tier'
import { type ErrorCode, errorCodes, errorTable } from '#lib/domain/error-table'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import { checkedConfidence, confidenceOf, uncheckedFactor } from '#lib/domain/geo/claim-confidence'
import {
  type AgedClaim,
  groundTruthScore,
  scoreVersion,
  unsignedBound,
} from '#lib/domain/geo/ground-truth-score'
import { formatUsdc } from '#lib/domain/money/money'
import { explanationOf, paymentRefusals, signAnOffer } from '#lib/domain/payment/payment-refusal'
import { anchorSchema } from '#lib/domain/proof/anchor-words'
import { fieldsType, leafSpec, leafType } from '#lib/domain/proof/leaf'
import { capital } from '#lib/domain/text/capital'
import { demoValues } from '#lib/http/docs/demo-values'
import { networkNames, operationViews } from '#lib/http/docs/operation-views'
import type { GuideName } from '#lib/http/docs/pages'
import { examplePaths } from '#lib/http/docs/parts'
import { payloadExample, requiredExample, responseExample } from '#lib/http/docs/payment-examples'
import { workedExample } from '#lib/http/docs/worked-example'
import { describeInterface } from '#lib/http/documents/openapi'
import { toolOperations } from '#lib/mcp/tools'
import { exampleFile, exampleProof } from '#lib/operations/examples/capture'
import { queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic, priceOf } from '#lib/operations/price'
import { maxWeighed } from '#lib/services/enterprise/weigh-cells'
import { replayHours } from '#lib/services/feed/forget-feed'

/** The values of `{{name}}` in a guide, in Markdown. */
export function guideValuesOf(name: GuideName, env: Env): Record<string, string> {
  const shared = {
    'base-url': env.baseUrl,
    'query-price': `${formatUsdc(fixedPriceAtomic(queryObservations, env))} USDC`,
    'bounty-min': String(env.bounty.minUsdc),
    ...demoValues(env),
    'limit-rows': limitWords(env.limits),
    'bounty-max': String(env.bounty.maxUsdc),
  }
  return { ...shared, ...special[name]?.(env) }
}

const special: Partial<Record<GuideName, (env: Env) => Record<string, string>>> = {
  payment: (env) => ({
    'price-rows': operationViews(env)
      .filter(({ price }) => price)
      .map(({ id, title, price }) => `| [${title}](/docs/reference/${id}) | ${price!.text} |`)
      .join('\n'),
    'network-rows': env.networks
      .map(({ name, id, usdc }) => `| ${name} | \`${id}\` | \`${usdc.address}\` |`)
      .join('\n'),
    'required-example': pretty(requiredExample(env)),
    'payload-example': pretty(payloadExample(env)),
    'response-example': pretty(responseExample(env)),
    'reason-rows': paymentRefusals
      .map((reason) => {
        const { happened, next } = explanationOf(reason, {
          price: formatUsdc(fixedPriceAtomic(queryObservations, env)),
          contractPayerMin: formatUsdc(env.contractPayers.minAtomic),
          network: networkNames(env),
        })
        // The table above explains what an offer is and where it is sent.
        const briefly = next
          .replace(/to pay, (?=sign)/i, '')
          .replace(signAnOffer, 'sign a new offer.')
          .replace(/(?<=[.] )[a-z]/, (letter) => letter.toUpperCase())
        return `| \`${reason}\` | ${happened} | ${capital(briefly)} |`
      })
      .join('\n'),
  }),
  agents: (env) => ({
    'tool-rows': toolOperations
      .map(({ name, operation }) => {
        const price = priceOf(operation, env)
        const cost = !price
          ? 'Free'
          : price.mode === 'range'
            ? `The amount of the bounty, ${env.bounty.minUsdc} to ${env.bounty.maxUsdc.toLocaleString('en')} USDC`
            : `${price.amount} USDC for each call that is answered`
        return `| [\`${name}\`](/docs/reference/${operation.name}) | ${operation.summary} | ${cost} |`
      })
      .join('\n'),
    'mcp-settings': sectionsOf('mcp/README.md', ['Settings', 'Files']),
  }),
  examples: (env) => ({
    // Within braces, curl loads one file after the other and names it like its path.
    'example-download': `curl -f --create-dirs '${env.baseUrl}/examples/{${examplePaths.join(',')}}' -o '#1'`,
  }),
  verify: () => ({
    'fields-type': fieldsType,
    'leaf-type': leafType,
    'leaf-spec': leafSpec,
    'anchor-schema': anchorSchema,
    'example-file': exampleFile,
    'example-length': String(new TextEncoder().encode(exampleFile).length),
    'worked-example': [
      '| Step | Value | From |',
      '|---|---|---|',
      ...workedExample().map(({ name, value, note }) => `| ${name} | \`${value}\` | ${note} |`),
    ].join('\n'),
    'example-proof': pretty(exampleProof),
  }),
  enterprise: () => ({
    'tier-rows': tiers
      .map((tier) => {
        const { requestsPerMinute, streams, areaKm2 } = tierLimits[tier]
        return `| ${tier} | ${requestsPerMinute} | ${streams} | ${areaKm2} km² |`
      })
      .join('\n'),
    'replay-hours': String(replayHours),
    'score-version': scoreVersion,
    'confidence-rows': [
      `| Content Credentials (C2PA) of the file, valid and of a trusted signer | ${contributor.signed} | ${operator.signed} |`,
      `| the metadata of the file, or what the contributor, or the operator, declares | ${contributor.unsigned} | ${operator.unsigned} |`,
    ].join('\n'),
    'unchecked-factor': String(uncheckedFactor),
    'listed-confidence': String(confidenceOf({ origin: 'declared', isChecked: false, wallets: null })),
    'forged-bound': String(freshScore([filmFrom('file', 'a contributor')])),
    'unsigned-bound': String(unsignedBound),
    'score-of-one': String(freshScore([filmFrom('credentials', 'one')])),
    'score-of-two': String(freshScore(['one', 'two'].map((name) => filmFrom('credentials', name)))),
    'most-weighed': maxWeighed.toLocaleString('en'),
  }),
  errors: () => ({ 'error-list': errorCodes.map(errorSection).join('\n\n') }),
  versioning: (env) => ({
    version: (describeInterface(env).info as { version: string }).version,
  }),
}

const { contributor, operator } = checkedConfidence

function filmFrom(origin: ClaimOrigin, source: string): AgedClaim {
  return {
    origin,
    isChecked: true,
    ageSeconds: 0,
    source,
    wallets: { contributor: source, payer: 'a payer' },
  }
}

/** The score of an area of one cell with these observations. */
function freshScore(cell: readonly AgedClaim[]): number {
  return groundTruthScore({ cells: 1, maxAgeSeconds: 1, evidence: [cell] }).score
}

function errorSection(code: ErrorCode): string {
  const { status, guide } = errorTable[code]
  return [
    `## ${code}`,
    `Status ${status}. ${guide.happened}`,
    `- **Money:** ${guide.money}\n- **What to do:** ${guide.todo}`,
  ].join('\n\n')
}

/** Copies whole sections of another document, so that their text is written once. */
function sectionsOf(path: string, titles: readonly string[]): string {
  const text = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), path), 'utf8')
  return text
    .split(/^(?=## )/m)
    .filter((section) => titles.some((title) => section.startsWith(`## ${title}\n`)))
    .join('')
    .trim()
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** The limits of one client address, by the names that `RateLimit-Policy` gives them. */
function limitWords(limits: Env['limits']): string {
  const words: [policy: string, quota: number, of: string][] = [
    ['free', limits.free, 'a minute for free operations'],
    ['light', limits.light, 'for those that pages ask again and again, such as the board'],
    ['pages', limits.pages, 'for pages and badges'],
    ['unpaid', limits.unpaid, 'for prices and refused payments'],
    ['sign-in', limits.signIn, 'for signing in'],
    ['likeness', limits.likeness, 'for searches by looks'],
    ['uploads', limits.uploads, 'a day for uploads'],
  ]
  return words
    .map(([policy, quota, of]) => `${quota === 0 ? 'any number' : quota} ${of} (\`${policy}\`)`)
    .join(', ')
}
