import { coarseBrief } from '#lib/domain/bounty/bounty-place'
import { coarsePositions } from '#lib/domain/geo/coarse-positions'
import { visibleLine, visibleText } from '#lib/domain/text/visible-text'

// What everyone may read of the words of an order. All answers, pages and feeds that are not for its poster take them from here.

/** The title in one visible line, with each exact position reduced to its cell of six characters. */
export function publicTitle(title: string): string {
  return coarsePositions(visibleLine(title)) || 'Untitled'
}

/** The brief in visible characters, with its place lines and each exact position reduced to their cells of six characters. */
export function publicBrief(brief: string): string {
  return coarseBrief(visibleText(brief).trim())
}
