import type { Likeness } from '#lib/client/find-likeness'

/**
 * The result of the similarity search: a sentence and its meaning. It never says that the file itself is proven.
 *
 * @param file.linkedSha256 the fingerprint in the address of the page, which the file does not have
 * @param file.isDamaged true if the file is damaged or incomplete, of which a browser may show a part
 */
export function likenessWords(
  likeness: Likeness,
  noun: 'photo' | 'film',
  file: { linkedSha256?: string | undefined; isDamaged?: boolean } = {},
): { title: string; meaning: string } {
  const { linkedSha256, isDamaged = false } = file
  switch (likeness.is) {
    case 'alike': {
      const { matches } = likeness
      const isLinked = matches.some(({ sha256 }) => sha256 === linkedSha256)
      const owners = isLinked
        ? 'The record below is the one that the link is about.'
        : 'The record below belongs to the other file.'
      return {
        title: isLinked
          ? 'It looks like the file of this link, but is another file'
          : matches.length > 1
            ? 'Very similar photos or films have records'
            : 'A very similar photo or film has a record',
        meaning: `Only the looks were compared. Your ${noun} is another file, so nothing is proven about it: it may have been changed where that is hard to see. ${matches.length > 1 ? 'The records below belong to other files.' : owners}`,
      }
    }
    case 'none':
      return {
        title: 'No similar photo or film on record was found, of those that could be compared',
        meaning:
          'A copy that was only made smaller, compressed or slightly cropped would have been found. One that was damaged, edited, mirrored or strongly cropped may be missed. AVIF photographs and captures listed without their file cannot be compared.',
      }
    case 'uniform':
      return {
        title: 'Not compared by its looks',
        meaning: `This ${noun} has too little detail to be told from others.`,
      }
    case 'unreadable':
      return {
        title: 'Not compared by its looks',
        meaning: `${
          isDamaged
            ? `Only a whole ${noun} can be compared. This one is damaged or incomplete, even if a part of it is shown.`
            : 'Your browser could not read its picture: the file is damaged, or its format is not supported here.'
        } Files on record may look like it all the same.`,
      }
  }
}
