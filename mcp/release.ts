import npmPackage from './package.json' with { type: 'json' }
import registryEntry from './server.json' with { type: 'json' }

/** The publisher, and the service of the package. */
export type Release = {
  /** The name in the registry: reverse DNS of a domain of the publisher, a slash, a name. */
  name?: string | undefined
  /** Origin of the service. */
  url?: string | undefined
}

/** See the schema of the registry. */
const namePattern = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/

/** Validates `--name` and `--url`. @throws Error that names the problem */
export function checkRelease({ name, url }: Release): Release {
  if (name !== undefined && !(namePattern.test(name) && name.includes('.') && name.length <= 200))
    throw new Error('--name: must be the reverse of a domain you own, a slash and a name: com.example/cairn')
  const origin = url === undefined ? undefined : URL.parse(url)?.origin
  if (url !== undefined && (origin === undefined || !/^https?:/.test(origin)))
    throw new Error('--url: must be the address of the service: https://cairn.example')
  return { name, url: origin }
}

/** The `package.json` of the published package. Without a name, npm refuses to publish it. */
export function manifestOf({ name }: Release): object {
  const named = name === undefined ? { private: true } : { mcpName: name }
  return {
    ...npmPackage,
    ...named,
    bin: { 'cairn-mcp': 'cairn-mcp.js' },
    files: ['cairn-mcp.js', 'server.json'],
  }
}

/** `server.json`: how clients of the registry install the package, or reach the service without it. */
export function registryEntryOf({ name, url }: Release): object {
  const [npm] = registryEntry.packages
  const environmentVariables = npm!.environmentVariables.map((variable) =>
    variable.name === 'CAIRN_URL' && url !== undefined
      ? { ...variable, isRequired: false, default: url }
      : variable,
  )
  return {
    ...registryEntry,
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { websiteUrl: url }),
    packages: [{ ...npm, environmentVariables }],
    ...(url === undefined ? {} : { remotes: [{ type: 'streamable-http', url: `${url}/mcp` }] }),
  }
}
