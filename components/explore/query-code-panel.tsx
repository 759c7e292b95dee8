'use client'
import { CodeBlock } from '#components/ui/code-block'
import { Tabs } from '#components/ui/tabs'
import { curlCode, pythonCode, toolCode, typescriptCode } from '#lib/client/query-code'
import type { QueryBody } from '#lib/client/spatial-request'
import type { ExploreSettings } from './explore-types.ts'

/** The current query as code, with the step that pays. */
export default function QueryCode(props: {
  settings: ExploreSettings
  body: QueryBody
  amountAtomic: bigint
}) {
  const { settings, body, amountAtomic } = props
  const [network] = settings.networks
  if (!network) return null
  const facts = {
    baseUrl: settings.baseUrl,
    network: network.id,
    usdc: network.usdc,
    maxAtomic: amountAtomic.toString(),
  }
  const codes = [
    { id: 'curl', title: 'curl', label: 'curl: ask the price, then pay', code: curlCode(body, facts) },
    {
      id: 'typescript',
      title: 'TypeScript',
      label: 'TypeScript, pays automatically',
      code: typescriptCode(body, facts),
    },
    {
      id: 'python',
      title: 'Python',
      label: 'Python, standard library and a key',
      code: pythonCode(body, facts),
    },
    {
      id: 'mcp',
      title: 'MCP',
      label: 'For an agent with Cairn’s tools: they pay from its wallet, within its caps',
      code: toolCode('cairn_query_coverage', body),
    },
  ]
  return (
    <Tabs
      label="The query as code"
      tabs={codes.map(({ id, title, label, code }) => ({
        id,
        title,
        content: <CodeBlock label={label} code={code} />,
      }))}
    />
  )
}
