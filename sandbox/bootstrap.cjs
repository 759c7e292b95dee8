// Runs before `npm start` and `npm test` on any Node version, so it is plain CommonJS without dependencies.
// Installs the locked packages if they are missing or the lock changed. One of them is the Node that everything else runs on.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const root = path.resolve(__dirname, '..')
const mark = path.join(root, 'node_modules/.cairn-lock')
const pinnedNodeMajor = 26

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const lock = createHash('sha256')
  .update(read(path.join(root, 'package-lock.json')))
  .digest('hex')
const wanted = `${lock} ${process.platform}-${process.arch}`
if (read(mark) !== wanted) {
  process.stdout.write('[cairn] installing the locked packages (about a minute the first time)\n')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const ran = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (ran.status !== 0) {
    process.stderr.write('[cairn] npm ci failed; its message is above. Nothing was started.\n')
    process.exit(ran.status || 1)
  }
  fs.writeFileSync(mark, wanted)
}

// Optional dependencies fail silently: look at what the scripts will really run on.
const probe = spawnSync('node', ['-p', 'process.versions.node'], {
  encoding: 'utf8',
  env: {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  },
})
const version = (probe.stdout || '').trim()
if (Number(version.split('.')[0]) < pinnedNodeMajor) {
  process.stderr.write(
    `[cairn] Node ${version || 'of unknown version'} would run Cairn, and no pinned Node exists for ` +
      `${process.platform}-${process.arch}. Install Node ${pinnedNodeMajor} or newer and try again.\n`,
  )
  process.exit(1)
}
