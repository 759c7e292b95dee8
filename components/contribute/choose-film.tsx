'use client'
import { filmSecondsOf } from '#lib/domain/bounty/film-length'
import { durationMaxSeconds, durationMinSeconds } from '#lib/domain/film/quality'
import { useFileDrop } from '../ui/use-file-drop.ts'
import { CoachList } from './coach-list.tsx'
import { NotToFilm } from './not-to-film.tsx'
import { Refusal } from './refusal.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { VideoInput } from './video-input.tsx'

/** The input to choose or record a film. @param refused why the last file was not accepted */
export function ChooseFilm({
  refused,
  instructions,
  onFile,
}: {
  refused: string | undefined
  instructions: string
  onFile: (file: File) => void
}) {
  const { isOver, zone } = useFileDrop(({ files: [file] }) => file && onFile(file))
  return (
    <div
      {...zone}
      className={`rounded-lg border border-dashed p-5 sm:p-7 ${isOver ? 'border-ink bg-sunken' : 'border-edge bg-raised'}`}
    >
      <p className="text-lg font-semibold">Film slowly, in one take, in good light.</p>
      <p className="mt-1 max-w-[60ch] text-sm text-soft">
        The instructions of the bounty come first. Where they leave it open, this makes a good 3D model:
      </p>
      <CoachList instructions={instructions} />
      <ul className="mt-4 grid max-w-[60ch] gap-1 text-sm text-soft">
        <li>
          MP4 or MOV, {durationMinSeconds} seconds to {durationMaxSeconds / 60} minutes.
          {filmSecondsOf(instructions) === undefined && ' Half a minute is a good length.'}
        </li>
        <li>Started an upload before, and it is not shown here? Choose the same file to resume.</li>
      </ul>
      <div className="mt-4 max-w-[60ch]">
        <NotToFilm />
      </div>
      <div className="mt-4 empty:hidden">
        <UnfinishedUploads whenNearLimit />
      </div>
      <Refusal className="mt-4 font-semibold" text={refused} />
      <p className="mt-5 max-w-[60ch] text-sm">
        The upload begins when you choose it. Nothing is submitted until you press Submit film.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <VideoInput className="button-main max-sm:w-full" onFile={onFile}>
          {refused === undefined ? 'Choose a video' : 'Choose a different video'}
        </VideoInput>
        <VideoInput records className="max-sm:w-full pointer-fine:hidden" onFile={onFile}>
          Film now
        </VideoInput>
        <span className="self-center text-sm text-soft max-sm:hidden pointer-coarse:hidden">
          or drop it here
        </span>
      </div>
    </div>
  )
}
