/** Why no model can be made of a film. */
export type RefusalReason =
  | { code: 'unreadable' }
  | { code: 'too_few_frames'; found: number; needed: number }
  | { code: 'no_parallax' }
  | { code: 'no_cameras' }
  | { code: 'too_few_registered'; registered: number; frames: number }
  | { code: 'absurd_lens' }
  | { code: 'shallow_view' }
  | { code: 'no_surface' }

/** No model can be made of this film. The message says what is wrong with it, in one sentence, to the poster who paid for it. */
export class FilmRefused extends Error {
  override readonly name = 'FilmRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(explain(reason))
    this.reason = reason
  }
}

function explain(reason: RefusalReason): string {
  switch (reason.code) {
    case 'unreadable':
      return 'No pictures could be read from the film.'
    case 'too_few_frames':
      return `The film gives only ${reason.found} usable pictures, and a model needs at least ${reason.needed}.`
    case 'no_parallax':
      return 'The camera turned on the spot, so nothing in the film tells near from far.'
    case 'no_cameras':
      return 'The pictures of the film do not fit together: too little of each is in the next.'
    case 'too_few_registered':
      return `Only ${reason.registered} of ${reason.frames} pictures of the film fit together.`
    case 'absurd_lens':
      return 'The pictures fit together only with an impossible lens, so the shape would be wrong.'
    case 'shallow_view':
      return 'The camera hardly moved compared with how far away everything is, so the shape cannot be measured.'
    case 'no_surface':
      return 'No solid surface could be measured in the film.'
  }
}
