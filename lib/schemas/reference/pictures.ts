type PlaceLink = { text: string; href: string }

/** Something that people come for. `want` begins a sentence; texts may have Markdown code marks. */
export type WayIn = { want: string; page: PlaceLink; operation?: PlaceLink; cost: string }

/** One step of a proof. `title` ends with a full stop. */
export type ProofStep = { title: string; text: string }
