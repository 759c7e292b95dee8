import 'server-only'
import { docPages } from '#lib/http/docs/pages'
import type { Document } from '#lib/http/documents/document-route'
import { listTrees } from '#lib/services/anchors/list-trees'

/** Useful only for the caller: signed links, sessions, the data of contributors, map tiles. */
const notForCrawlers = ['/api/auth/', '/api/board/', '/api/files/', '/api/sandbox/', '/tiles/']

/** `/robots.txt`. Paid paths stay open: agents follow this file too, and must be able to get a 402. */
export const robotsText = {
  type: 'text/plain; charset=utf-8',
  write: ({ baseUrl }) =>
    [
      'User-agent: *',
      ...notForCrawlers.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${baseUrl}/sitemap.xml`,
      '',
    ].join('\n'),
} satisfies Document

/** Pages with the same content for all readers. */
export const publicPages = [
  '/',
  '/explore',
  '/verify',
  '/bounties',
  '/board',
  '/trees',
  '/solvency',
  '/status',
  '/rules',
  '/contact',
]
const treeCount = 5_000

/** `/sitemap.xml`: the public pages, the documentation and the newest trees. */
export const siteMap = {
  type: 'application/xml; charset=utf-8',
  write: async (env, ctx) => {
    const { baseUrl } = env
    const { trees } = await listTrees({ ctx, input: { limit: treeCount } })
    const guides = docPages(env).map(({ path }) => path)
    const pages = [...publicPages, ...guides].map(
      (path) => `<url><loc>${baseUrl}${path === '/' ? '' : path}</loc></url>`,
    )
    const anchored = trees.map(
      ({ tree_id, attestation }) =>
        `<url><loc>${baseUrl}/trees/${tree_id}</loc><lastmod>${attestation.time}</lastmod></url>`,
    )
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages,
      ...anchored,
      '</urlset>',
      '',
    ].join('\n')
  },
} satisfies Document
