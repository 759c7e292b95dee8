import 'server-only'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { measureFilm } from '#lib/adapters/reconstruction/measure-film'
import { EngineMissing } from '#lib/adapters/reconstruction/reconstruct'
import { forecastModel, hasNoForecast, unreadableForecast } from '#lib/domain/film/forecast-model'
import { endForecast, isOurEngine } from '#lib/services/media/forecast-status'
import { type Film, type FilmJob, loadFilm } from '#lib/services/media/load-film'
import { withOriginal } from '#lib/services/media/original'
import { withWorkFolder } from '#lib/services/media/work-folder'

/** After this many failures of a program on a film, no further attempt is made. */
const toolAttempts = 2

/**
 * Forecasts whether a 3D model of a film can be made, for the poster who decides about it. A failure of our own programs is recorded
 * as such, and the film is not blamed for it. Safe to repeat: the first recorded result stays.
 *
 * @throws an error that another attempt may not have
 */
export async function runForecast({ ctx, input, signal }: FilmJob): Promise<void> {
  const { submissionId, attempt } = input
  const film = await loadFilm(ctx, submissionId)
  if (film.submission.forecastStatus !== 'pending') return
  const end = (status: Parameters<typeof endForecast>[2]) =>
    ctx.db.transaction((tx) => endForecast(tx, submissionId, status))
  // An accepted film is modelled at once, and a deleted one never.
  const isOver = film.isAccepted || film.file.originalDeletedAt !== null
  const isOut = hasNoForecast(film.submission.quality?.reasons ?? [])
  if (isOver || isOut || !isOurEngine(ctx)) return void (await end({ status: 'none' }))
  try {
    const report = await withWorkFolder(ctx, { name: 'forecast', submissionId }, (folder) =>
      withOriginal(ctx, film, folder, (path) => forecast(film, { path, folder, signal })),
    )
    signal.throwIfAborted()
    if (await end({ status: 'ready', report }))
      ctx.log.info({ submissionId, forecast: report.forecast }, 'model forecast')
  } catch (error) {
    if (signal.aborted || !isFinal(error, attempt)) throw error
    ctx.log.error({ submissionId, error: error.message }, 'making the forecast failed for good')
    await end({ status: 'failed', why: error.message })
  }
}

async function forecast(
  { submission: { quality } }: Film,
  at: { path: string; folder: string; signal: AbortSignal },
) {
  const figures = await measureFilm(at)
  if (figures === 'unreadable') return { ...unreadableForecast, figures: {} }
  return { ...forecastModel(figures, quality?.reasons ?? []), figures }
}

function isFinal(error: unknown, attempt: number): error is Error {
  return error instanceof EngineMissing || (error instanceof ToolFailed && attempt >= toolAttempts)
}
