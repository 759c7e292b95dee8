import npmPackage from './package.json' with { type: 'json' }
import registryEntry from './server.json' with { type: 'json' }

/** The publisher, and the service that the package is for. */
export type Release = {
  /** In the registry: reverse DNS of a domain the publisher owns, a slash, a name. */
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

/** `package.json` of what is published. Without a name of its publisher's, npm refuses to publish it. */
export function manifestOf({ name }: Release): object {
  const named = name === undefined ? { private: true } : { mcpName: name }
  return {
    ...npmPackage,
    ...named,
    bin: { 'cairn-mcp': 'cairn-mcp.js' },
    files: ['cairn-mcp.js', 'server.json'],
  }
}

/** `server.json`: how the registry's clients install it, or reach the service without installing anything. */
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
