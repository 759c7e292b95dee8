/** The states of a key of the enterprise interface. */
export const keyStates = ['good', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
