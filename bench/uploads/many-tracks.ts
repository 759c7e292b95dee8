// Small films with 6,000 tracks, handed in again and again by one wallet, beside the film of another wallet:
// `npm run bench:uploads:tracks -- --url http://localhost:3000 [--times 10]`, against a running service with an open bounty.
// Fails if `/api/health` gets slow, the other film gets no preview, or a film with so many tracks is accepted. Figures: docs/media.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Contributor, signInAs } from '#testing/contributor'
import { withTracks } from '#testing/many-tracks'
import { anotherFileOf } from '#testing/media-fixture'
import { uploadWith } from '#testing/upload-client'

const { values } = parseArgs({
  options: { url: { type: 'string' }, times: { type: 'string', default: '10' } },
})
const { url } = values
if (!url) throw new Error('say --url')
const limits = { healthMs: 100, previewMs: 120_000 }
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Requests `/api/health` twenty times a second until told to stop. @returns the sorted times in milliseconds */
function watchHealth() {
  const stop = new AbortController()
  const watch = async () => {
    const times: number[] = []
    while (!stop.signal.aborted) {
      const from = performance.now()
      const answer = await fetch(`${url}/api/health`)
      await answer.text()
      if (!answer.ok) throw new Error(`health answered ${answer.status}`)
      times.push(performance.now() - from)
      await sleep(50)
    }
    return times.sort((one, other) => one - other)
  }
  const watching = watch()
  return () => {
    stop.abort()
    return watching
  }
}

const shown = (times: number[]) => {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  const [half, most, longest] = [at(0.5), at(0.99), times.at(-1)!].map((ms) => ms.toFixed(1))
  return { p99: at(0.99), text: `p50 ${half} ms, p99 ${most} ms, longest ${longest} ms of ${times.length}` }
}

const board = (await (await fetch(`${url}/api/board/bounties`)).json()) as {
  bounties: { bounty_id: string }[]
}
const bountyId = board.bounties[0]!.bounty_id
const handIn = async (who: Contributor, film: Buffer) => {
  const { uploadId } = await uploadWith(film, {
    endpoint: `${url}/api/board/uploads`,
    headers: who.bearer,
    uploadDataDuringCreation: true,
  })
  const body = JSON.stringify({
    upload_id: uploadId,
    captured_at: new Date().toISOString(),
    location: { lat: 43.7731, lon: 11.256 },
  })
  const headers = { ...who.bearer, 'content-type': 'application/json' }
  for (;;) {
    const answer = await fetch(`${url}/api/board/bounties/${bountyId}/submissions`, {
      method: 'POST',
      headers,
      body,
    })
    const json = (await answer.json()) as { error?: string; message?: string; submission_id?: string }
    // Its reading is awaited: another process does it.
    if (answer.status !== 503 && answer.status !== 409) return { status: answer.status, ...json }
    await sleep(250)
  }
}

const idle = watchHealth()
await sleep(5_000)
say(`health, idle: ${shown(await idle()).text}`)

const [hostile, honest] = [await signInAs({ url, origin: url }), await signInAs({ url, origin: url })]
const attacked = watchHealth()
let accepted = 0
const attack = async () => {
  for (let time = 1; time <= Number(values.times); time++) {
    const film = withTracks(anotherFileOf('synth/synth_arc_480p_8s.mp4'), 6_000)
    const from = performance.now()
    const { status, error, message } = await handIn(hostile, film).catch((failure: Error) => ({
      status: 'upload refused',
      error: undefined,
      message: failure.message,
    }))
    if (status === 201) accepted += 1
    say(
      `film ${time}: ${status} ${error ?? ''} after ${(performance.now() - from).toFixed(0)} ms: ${message}`,
    )
  }
}
const preview = async () => {
  const from = performance.now()
  const { status, submission_id, message } = await handIn(honest, anotherFileOf('synth/synth_orbit_720p.mp4'))
  if (status !== 201) throw new Error(`the other film was refused: ${status} ${message}`)
  while (performance.now() - from < limits.previewMs) {
    const answer = await fetch(`${url}/api/board/submissions`, { headers: honest.bearer })
    const { submissions } = (await answer.json()) as {
      submissions: { submission_id: string; preview_status: string }[]
    }
    if (submissions.find((each) => each.submission_id === submission_id)?.preview_status === 'ready')
      return performance.now() - from
    await sleep(250)
  }
  return undefined
}
const [, previewMs] = await Promise.all([attack(), preview()])
const health = shown(await attacked())
say(`health, attacked: ${health.text}`)
say(`preview of the other film: ${previewMs === undefined ? 'none' : `${(previewMs / 1_000).toFixed(1)} s`}`)
process.exitCode = health.p99 < limits.healthMs && previewMs !== undefined && accepted === 0 ? 0 : 1
