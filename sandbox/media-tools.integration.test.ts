import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bringMediaTools } from '#sandbox/media-tools'
import { findLeftOut } from '#testing/left-out'

let folder: string
let bin: string
let said: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-bring-'))
  bin = join(folder, 'bin')
  mkdirSync(bin)
  vi.stubEnv('PATH', bin)
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const put = (name: string, lines: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '')
const note = (name: string) => `echo "${name} $*" >> ${join(folder, 'log')}`
const bring = (tool: string) =>
  `printf '#!/bin/sh\\necho ${tool} version 6.1\\n' > ${bin}/${tool}; /bin/chmod 755 ${bin}/${tool}`
const bringAll = () => ['ffmpeg', 'ffprobe', 'colmap', 'bwrap'].map(bring).join('\n')
const be = (machine: { platform: NodeJS.Platform; root?: boolean }) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(machine.platform)
  vi.spyOn(process, 'getuid').mockReturnValue(machine.root ? 0 : 1000)
}
const nothingToType = () => expect(said).not.toContain('to have them')

describe('installing the programs for films', () => {
  test('has no effect and no output if they are installed', async () => {
    be({ platform: 'linux', root: true })
    for (const tool of ['ffmpeg', 'ffprobe', 'colmap', 'bwrap']) put(tool, `echo ${tool} version 6.1`)
    put('apt-get', note('apt-get'))
    expect(await bringMediaTools()).toBeUndefined()
    expect(said + log()).toBe('')
  })

  test('installs them as root, with no more than they need, and asks nothing', async () => {
    be({ platform: 'linux', root: true })
    put(
      'apt-get',
      `${note('apt-get')}\nread answer && echo "was asked" >> ${join(folder, 'log')}\n${bringAll()}`,
    )
    expect(await bringMediaTools()).toBeUndefined()
    expect(log()).toMatch(/^apt-get -y .*install --no-install-recommends ffmpeg colmap bubblewrap\n$/)
    expect(said).toMatch(
      /^\[cairn] ffmpeg and colmap and bubblewrap, by apt-get .*…\n\[cairn] .*: \d+\.\d s\n$/,
    )
  })

  test('installs only what is missing', async () => {
    be({ platform: 'linux', root: true })
    for (const tool of ['ffmpeg', 'ffprobe']) put(tool, `echo ${tool} version 6.1`)
    put('apt-get', `${note('apt-get')}\n${bringAll()}`)
    expect(await bringMediaTools()).toBeUndefined()
    expect(log()).toMatch(/--no-install-recommends colmap bubblewrap\n$/)
  })

  test('fetches the list of packages when one is unknown, and tries again', async () => {
    be({ platform: 'linux', root: true })
    const updated = join(folder, 'updated')
    put(
      'apt-get',
      `${note('apt-get')}
       case "$*" in *update) : > ${updated};; *) [ -e ${updated} ] || { echo "E: Unable to locate package" >&2; exit 100; }
       ${bringAll()};; esac`,
    )
    expect(await bringMediaTools()).toBeUndefined()
    const did = [...log().matchAll(/ (update|install)\b/g)].map((found) => found[1])
    expect(did).toEqual(['install', 'update', 'install'])
    nothingToType()
  })

  test('uses sudo where that asks for no password', async () => {
    be({ platform: 'linux' })
    put('sudo', `${note('sudo')}\n[ "$2" = true ] && exit 0\nshift 3\nexec "$@"`)
    put('apt-get', `${note('apt-get')}\n${bringAll()}`)
    expect(await bringMediaTools()).toBeUndefined()
    expect(log()).toMatch(
      /^sudo -n true\nsudo -n env DEBIAN_FRONTEND=noninteractive .*apt-get -y .*\napt-get -y /,
    )
  })

  test('says the one line to type where sudo would ask, and touches nothing', async () => {
    be({ platform: 'linux' })
    put('sudo', `${note('sudo')}\nexit 1`)
    put('apt-get', note('apt-get'))
    const install = 'apt-get install --no-install-recommends ffmpeg colmap bubblewrap'
    expect(await bringMediaTools()).toEqual({ tools: ['ffmpeg', 'ffprobe', 'colmap', 'bwrap'], install })
    expect(log()).toBe('sudo -n true\n')
    expect(said).toBe(
      '[cairn] ffmpeg is missing: films are shown and judged by a WebAssembly ffmpeg, three times as slow\n' +
        '[cairn] colmap is missing: no 3D models are made of accepted films\n' +
        '[cairn] bwrap is missing: programs that read strangers’ files are held back less\n' +
        `[cairn] to have them: ${install}\n`,
    )
  })

  test('prints the reason and continues if the installation fails', async () => {
    be({ platform: 'linux', root: true })
    put('apt-get', 'echo "E: no space left on device" >&2; exit 100')
    expect(await bringMediaTools()).toMatchObject({ tools: ['ffmpeg', 'ffprobe', 'colmap', 'bwrap'] })
    expect(said).toContain('apt-get failed:\nE: no space left on device')
    expect(said).toContain('to have them: apt-get install')
  })

  test('uses Homebrew on macOS', async () => {
    be({ platform: 'darwin' })
    put('brew', `${note('brew')}\n${bringAll()}`)
    expect(await bringMediaTools()).toBeUndefined()
    expect(log()).toBe('brew install ffmpeg colmap\n')
  })

  test('an old or broken program stays, and the setting that forbids installing is respected', async () => {
    be({ platform: 'linux', root: true })
    put('apt-get', note('apt-get'))
    put('ffmpeg', 'echo ffmpeg version 4.4')
    put('ffprobe', 'exit 127')
    put('colmap', 'echo COLMAP 3.8')
    put('bwrap', 'exit 1')
    expect(await bringMediaTools()).toMatchObject({ tools: ['ffmpeg', 'ffprobe'] })
    expect(said).toContain('ffmpeg 4.4 is too old')
    rmSync(join(bin, 'colmap'))
    expect(await bringMediaTools({ mayInstall: false })).toMatchObject({
      tools: ['ffmpeg', 'ffprobe', 'colmap'],
    })
    rmSync(join(bin, 'bwrap'))
    expect(await bringMediaTools({ mayInstall: false })).toMatchObject({
      tools: expect.arrayContaining(['bwrap']),
    })
    expect(log()).toBe('')
  })
})

describe('tests that need programs or features of the host', () => {
  test('are left out by name where one is missing, and only those', () => {
    mkdirSync(join(folder, 'lib'))
    mkdirSync(join(folder, 'e2e'))
    writeFileSync(join(folder, 'lib/model.integration.test.ts'), '// needs: ffmpeg colmap\n\nimport x')
    writeFileSync(join(folder, 'lib/plain.integration.test.ts'), 'import x // needs: colmap, in passing')
    writeFileSync(join(folder, 'e2e/film.spec.ts'), 'import y\n// needs: colmap\n')
    put('ffmpeg', '')
    expect(findLeftOut(folder)).toEqual([
      { file: 'e2e/film.spec.ts', lacks: ['colmap'] },
      { file: 'lib/model.integration.test.ts', lacks: ['colmap'] },
    ])
    put('colmap', '')
    expect(findLeftOut(folder)).toEqual([])
  })

  test('are left out by name where the host denies a feature, not only where a program is missing', () => {
    mkdirSync(join(folder, 'lib'))
    writeFileSync(join(folder, 'lib/guard.integration.test.ts'), '// needs: pid-namespaces\nimport x')
    expect(findLeftOut(folder, (need) => need === 'pid-namespaces')).toEqual([
      { file: 'lib/guard.integration.test.ts', lacks: ['pid-namespaces'] },
    ])
    expect(findLeftOut(folder, () => false)).toEqual([])
  })
})
