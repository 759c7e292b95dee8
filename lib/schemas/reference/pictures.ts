type PlaceLink = { text: string; href: string }

/** Something that people come for. `want` begins a sentence. */
export type WayIn = {
  want: string
  page: PlaceLink
  /** For people who do not program. */
  steps?: readonly string[]
  more?: readonly PlaceLink[]
  /** The operation that does the same for a program. */
  operation?: PlaceLink
  cost: string
}

/** One step of a proof. `title` ends with a full stop. */
export type ProofStep = { title: string; text: string }
