import type { Subject as AnySubject } from './verdict-copy.ts'

/** A model has words of its own. */
type Subject = Exclude<AnySubject, 'model'>

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
  fingerprint: ['The file was edited, made smaller or saved again before its fingerprint was computed.'],
}

/** Possible reasons why a file has no record. */
export function reasonsForUnknown(subject: Subject): string[] {
  return [
    ...changes[subject],
    ...(subject === 'fingerprint' ? [] : ['It is damaged or incomplete: ask for it again.']),
    'It was never attested, or only with another service.',
  ]
}

const requests: Record<Subject, string> = {
  photo:
    'the original photo, exactly as it came from the camera? Please send it as a document or file, not as a photo: messengers shrink photos, and then it cannot be verified.',
  film: 'the original film, exactly as it came from the camera? Please send it as a document or file, not as a video: messengers shrink videos, and then it cannot be verified.',
  file: 'the original file, exactly as it was first saved? Please send the file itself, neither converted nor saved again: then it could not be verified.',
  fingerprint:
    'the original file, exactly as it was first saved? Please send it as a document or file: messengers shrink photos and videos, and then they cannot be verified.',
}

/** A message to the person who sent the file. */
export function askForOriginal(subject: Subject): string {
  return `Could you send me ${requests[subject]} If you have a proof file for it (.proof.json), send that too. Thank you!`
}
