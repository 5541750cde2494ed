/** Minimum length of a password, in characters. */
export const minPasswordLength = 12

export const tokenStates = ['active', 'expired', 'revoked'] as const
export type TokenState = (typeof tokenStates)[number]
