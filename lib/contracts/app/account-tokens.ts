/** Characters that a password must have at least. */
export const leastPasswordLength = 12
