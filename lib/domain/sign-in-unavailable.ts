/** What to tell a person whose sign-in failed for a reason that is not theirs. */
export const signInUnavailable = 'Sign-in is not available right now. Try again in a minute.'
