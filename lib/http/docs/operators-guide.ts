import 'server-only'
import { posix } from 'node:path'

/**
 * The text of docs/operations.md as a guide of the site: links to other guides lead to their pages, other files of the repository are
 * named by their paths, pages of the console are links, and pictures are left out.
 */
export function operatorsGuide(text: string): string {
  return text
    .replace(/^# .*\n+/, '')
    .replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, '')
    .replace(/(?<!\[)`(\/operator(?:\/[a-z]+)*(?:[?#][\w=-]+)?)`/g, '[`$1`]($1)')
    .replace(
      /(\(?)\[([^\]]+)\]\(([^)#\s]+)(#[\w-]*)?\)(\)?)/g,
      (whole, before: string, words: string, target: string, anchor: string | undefined, after: string) => {
        if (/^https?:|^\/operator/.test(target)) return whole
        const path = posix.join('docs', target)
        const guide = /^docs\/guides\/(\w+)\.md$/.exec(path)?.[1]
        if (guide !== undefined) {
          const page = guide === 'start' ? '/docs' : `/docs/${guide}`
          return `${before}[${words}](${page}${anchor ?? ''})${after}`
        }
        const named = before && after ? `${words}: \`${path}\`` : `${words} (\`${path}\`)`
        return `${before}${named}${after}`
      },
    )
}
