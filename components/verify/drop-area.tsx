'use client'
import type { ReactNode } from 'react'
import { Cairn } from '#components/ui/cairn'
import { FileButton } from './file-button.tsx'
import type { Intake } from './use-intake.ts'

type Props = {
  intake: Intake
  title: ReactNode
  note: string
  /** One file is expected, so there is no button for a folder. */
  isForOneFile?: boolean
  children?: ReactNode
  className?: string
}

/** Invites to drop a file. The element around it handles the drop. */
export function DropArea({ intake, title, note, isForOneFile = false, children, className }: Props) {
  const { isOver, isWalking, said } = intake
  return (
    <div
      className={`flex flex-col items-center justify-center border-2 border-dashed px-5 text-center motion-safe:transition-colors ${
        isOver ? 'border-ink bg-lichen text-on-lichen' : 'border-edge bg-raised'
      } rounded-xl py-10 ${className ?? 'min-h-80'}`}
    >
      <Cairn
        className="mb-7 w-28"
        isLoading={isWalking}
        stones={[{ state: isOver ? 'grown' : 'open' }, { state: 'set' }, { state: 'set' }, { state: 'set' }]}
      />
      {title}
      <p className={`mt-3 mb-7 max-w-[44ch] text-base text-balance ${isOver ? '' : 'text-soft'}`}>{note}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton intake={intake} className="button button-main">
          {isForOneFile ? 'Choose the file' : 'Choose files'}
        </FileButton>
        {!isForOneFile && (
          // Phones have no folders to choose.
          <FileButton intake={intake} className="button pointer-coarse:hidden" isFolder>
            Choose a folder
          </FileButton>
        )}
        {children}
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {said}
      </p>
    </div>
  )
}
