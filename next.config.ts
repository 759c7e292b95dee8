import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NextConfig } from 'next'
import { compressScripts } from './lib/cli/build/compress-scripts.ts'
import { hintCompile } from './lib/cli/build/hint-compile.ts'
import { closedPolicy, framing, securityHeaders } from './lib/http/api/security-headers.ts'

const listOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }))

/** Content policy of a standalone page, which only calls the RPC endpoint its reader enters. Its script is allowed by hash. */
function standalonePage(name: string): { source: string; headers: { key: string; value: string }[] }[] {
  const path = join(import.meta.dirname, 'public', name)
  if (!existsSync(path)) return []
  const scripts = [...readFileSync(path, 'utf8').matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  )
  const value = [
    "default-src 'none'",
    `script-src ${scripts.join(' ')} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src blob:',
    'font-src data:',
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return [{ source: `/${name}`, headers: [{ key: 'Content-Security-Policy', value }] }]
}

const next = '%[89ab][0-9a-f]'
/** One character of a path: literal, or percent-encoded as UTF-8 of one to four bytes (RFC 3629 §4). */
const wellFormed = `(?:${[
  '[^%]',
  '%[0-7][0-9a-f]',
  `%(?:c[2-9a-f]|d[0-9a-f])${next}`,
  `%(?:e0%[ab][0-9a-f]|e[1-9a-cef]${next}|ed%[89][0-9a-f])${next}`,
  `%(?:f0%[9ab][0-9a-f]|f[1-3]${next}|f4%8[0-9a-f])${next}${next}`,
].join('|')})`

const config: NextConfig = {
  poweredByHeader: false,
  // The framework's redirect has no CORS headers: a browser would not follow it to a path below /api.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  // Programs that make link previews read the head of a page and run no scripts.
  htmlLimitedBots: /.*/,
  agentRules: false,
  devIndicators: false,
  images: { unoptimized: true },
  // mediainfo.js finds its WebAssembly beside its own file.
  serverExternalPackages: [
    '@aws-sdk/lib-storage',
    '@aws-sdk/s3-request-presigner',
    'mediainfo.js',
    'pg-boss',
    'pino',
    'postgres',
  ],
  // A server that needs no other packages than those copied beside it, so that production installs neither Next nor its compiler.
  output: 'standalone',
  // Types of tests and harnesses are checked by `npm test`.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  turbopack: {
    root: import.meta.dirname,
    // The decoder of HEIF loads these only where it runs in Node.
    resolveAlias: { fs: { browser: false }, path: { browser: false } },
  },
  compiler: {
    runAfterProductionCompile: async ({ distDir }) => {
      // Over half of the time a phone stood still at a page's start went into compiling its scripts.
      await hintCompile(distDir)
      await compressScripts(join(distDir, 'static'))
    },
  },
  experimental: {
    // No page takes a body, and what `proxy.ts` passes is held in memory until all of it has come: 10 MB of each, unless told.
    proxyClientMaxBodySize: 16 * 1024,
    // Writing the bundler's cache took 64 of the 276 CPU seconds of a first build, and saves as much of a later one.
    turbopackFileSystemCacheForBuild: false,
    // No process reads the 1,100 source maps of server code (103 MB) that a build wrote otherwise.
    turbopackSourceMaps: false,
  },
  async redirects() {
    return [{ source: '/:page((?!api/|enterprise/).+)/', destination: '/:page', permanent: true }]
  },
  // The framework answers 500 where the path of a route with a parameter is not UTF-8, percent-encoded. Led to a path that
  // nothing has, the request is refused in the shape of its side.
  async rewrites() {
    const malformed = `(?!${wellFormed}*$).*`
    return {
      beforeFiles: [
        { source: `/api/:rest(${malformed})`, destination: '/api/malformed' },
        { source: `/enterprise/:rest(${malformed})`, destination: '/enterprise/malformed' },
        { source: `/:rest(${malformed})`, destination: '/malformed' },
        // Each page of the documentation is Markdown too: at its path with `.md`, and by `Accept`.
        { source: '/docs.md', destination: '/docs-markdown' },
        { source: '/docs/:path(.+)\\.md', destination: '/docs-markdown/:path' },
        {
          source: '/docs/:path*',
          has: [{ type: 'header', key: 'accept', value: '.*text/markdown.*' }],
          destination: '/docs-markdown/:path*',
        },
      ],
    }
  },
  async headers() {
    const twin = (path: string) => ({
      key: 'Link',
      value: `<${path}.md>; rel="alternate"; type="text/markdown"`,
    })
    return [
      { source: '/docs', headers: [twin('/docs')] },
      { source: '/docs/:page((?!.*\\.).+)', headers: [twin('/docs/:page')] },
      { source: '/:path*', headers: listOf(securityHeaders) },
      { source: '/((?!embed/).*)', headers: listOf(framing) },
      // Its address has a part of its hash.
      {
        source: '/c2pa.wasm',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
      },
      // If a browser opens something that is not a page, it must neither show nor run it.
      ...['api', 'enterprise'].map((side) => ({
        source: `/${side}/:path*`,
        headers: [{ key: 'Content-Security-Policy', value: closedPolicy }],
      })),
      // Scripts and workers are below `static`, and have the policy of the page that loads them; the rest is not there.
      {
        source: '/_next/:path((?!static/|image|data/|webpack-hmr).*)',
        headers: [{ key: 'Content-Security-Policy', value: closedPolicy }],
      },
      ...['refund.html', 'check.html'].flatMap(standalonePage),
    ]
  },
}

export default config
