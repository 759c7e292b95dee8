// needs: bash curl python3
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { operationViews } from '#lib/http/docs/operation-views'
import { snippetsOf } from '#lib/http/docs/snippets'
import { enter, folder, path, rowOf, serveUploads, service, sha256 } from '#testing/upload-fixture'

serveUploads()

const languages = ['curl', 'typescript', 'python'] as const
type Language = (typeof languages)[number]

/** The example of an operation, as its page shows it. */
function codeOf(operation: string, language: Language | 'mcp'): string {
  const view = operationViews(service.ctx.env).find(({ id }) => id === operation)!
  return snippetsOf(view, service.url).find(({ id }) => id === language)!.code
}

/** What the example prints, run beside the file that it names. */
async function run(language: Language, code: string, env: Record<string, string>): Promise<string> {
  const file = join(folder, { curl: 'example.sh', typescript: 'example.mts', python: 'example.py' }[language])
  await writeFile(file, code)
  const program = { curl: 'bash', typescript: process.execPath, python: 'python3' }[language]
  const ran = await promisify(execFile)(program, [file], { cwd: folder, env: { ...process.env, ...env } })
  return ran.stdout
}

describe.each(languages)('the examples of uploads in %s, as they are shown', (language) => {
  test('begin an upload, send the film, tell its offset, and discard it', async () => {
    const who = await enter()
    const env = { SESSION_TOKEN: who.bearer.authorization!.slice('Bearer '.length) }
    const film = randomBytes(50_000)
    await writeFile(join(folder, 'film.mp4'), film)
    const begun = await run(language, codeOf('beginUpload', language), env)
    const [uploadId] = /upl_[0-9a-f]{32}/.exec(begun)!
    expect(begun).toContain('201')
    const next = (operation: string) =>
      run(language, codeOf(operation, language).replace(/upl_[0-9a-f]{32}/, uploadId), env)

    expect(await next('sendUploadBytes')).toMatch(/\b204\b[\s\S]*\b50000\b/)
    const row = await rowOf(uploadId)
    expect(Buffer.from(row.sha256!).toString('hex')).toBe(sha256(film))
    expect(await next('getUploadOffset')).toMatch(/\b200\b[\s\S]*\b50000\b/)
    expect(await next('discardUpload')).toContain('204')
    const left = await fetch(`${service.url}${path}/${uploadId}`, {
      method: 'HEAD',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
    })
    expect(left.status).toBe(404)
  })
})

test('the examples of tools are answered: a free one with its result, a paid one with its price', async () => {
  const call = async (operation: string, env: Record<string, string> = {}) =>
    JSON.parse(await run('curl', codeOf(operation, 'mcp'), env)).result
  expect((await call('verifyProvenance')).structuredContent).toMatchObject({ verified: false })
  expect((await call('queryObservations')).structuredContent).toHaveProperty('accepts')
  const refused = await call('getBounty', { AGENT_TOKEN: 'cairn_bounty_wrong' })
  expect(refused.content[0].text).toMatch(/There is no bounty with this id.+as `agent_token`/)
})
