/** Something that was not done, in words for whoever asked for it. Nothing was signed, unless they say otherwise. */
export class Refusal extends Error {}
