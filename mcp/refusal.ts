/** A refusal with a message for the caller. Nothing was signed unless the message says otherwise. */
export class Refusal extends Error {}
