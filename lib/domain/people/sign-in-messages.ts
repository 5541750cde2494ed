/** Shown when a sign-in failed for a technical reason. */
export const signInUnavailable = 'Sign-in is not available right now. Try again in a minute.'

export function describeTooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
