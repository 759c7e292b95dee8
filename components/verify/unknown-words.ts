import type { Subject as AnySubject } from './verdict-copy.ts'

/** A model has words of its own, and so has a file that holds something else than a photo or film. */
type Subject = Exclude<AnySubject, 'model'> | 'no_media'

const changes: Record<Subject, string[]> = {
  photo: [
    'A messenger or a website made a smaller copy of it, as most of them do.',
    'It was edited, cropped or saved again.',
    'It is a screenshot, or was copied and pasted.',
  ],
  film: [
    'A messenger or a website made a smaller copy of it, as most of them do.',
    'It was cut, edited or saved again.',
    'It is a recording of a screen.',
  ],
  file: [
    'It was edited, converted or saved again.',
    'It is neither a photo nor a film: few others have a record.',
  ],
  no_media: [
    'It has a wrong name and is something else.',
    'A page or an error message was saved in the place of the photo or film.',
  ],
  fingerprint: ['The file was edited, made smaller or saved again before its fingerprint was computed.'],
}

const neverRecorded = 'It was never recorded, or only with another service.'

/**
 * Possible reasons why a file has no record.
 *
 * @param isAsSigned true if valid Content Credentials show that the file has not changed since it was signed
 */
export function reasonsForUnknown(subject: Subject, isAsSigned = false): string[] {
  if (isAsSigned)
    return [
      neverRecorded,
      'It is another version: it was edited, made smaller or saved again before it was signed.',
    ]
  if (subject === 'no_media') return changes.no_media
  return [
    ...changes[subject],
    ...(subject === 'fingerprint' ? [] : ['It is damaged or incomplete: ask for it again.']),
    neverRecorded,
  ]
}

const requests: Record<Subject, string> = {
  photo:
    'the original photo, exactly as it came from the camera? Please send it as a document or file, not as a photo: messengers shrink photos, and then it cannot be verified.',
  film: 'the original film, exactly as it came from the camera? Please send it as a document or file, not as a video: messengers shrink videos, and then it cannot be verified.',
  file: 'the original file, exactly as it was first saved? Please send the file itself. If it is converted or saved again, it cannot be verified.',
  no_media:
    'the photo or film itself, exactly as it came from the camera? The file that arrived holds something else.',
  fingerprint:
    'the original file, exactly as it was first saved? Please send it as a document or file: messengers shrink photos and videos, and then they cannot be verified.',
}

/** A message to the person who sent an empty file. */
export const askForContent =
  'The file that you sent me is empty (0 bytes). Could you send me the original again, exactly as it was first saved? Please send it as a document or file, and check that it opens before you send it. Thank you!'

/** A message to the person who sent the file. */
export function askForOriginal(subject: Subject): string {
  return `Could you send me ${requests[subject]} If you have a proof file for it (.proof.json), send that too. Thank you!`
}
