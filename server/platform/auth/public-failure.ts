import { log } from '#server/platform/log/log.ts'

/** The codes that the sign-in page has messages for. */
const publicCode = /^(?:CredentialsSignin|PasswordExpired|TooManyAttempts:\d+)$/

/**
 * Runs `work` of a sign-in. The sign-in library puts the message of any error into the URL of the page, so only known
 * codes are passed on; any other failure is logged and becomes `Unavailable`.
 */
export async function withPublicFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && publicCode.test(error.message)) throw error
    log.error({ event: 'sign_in_failed', err: error }, 'sign-in failed')
    throw new Error('Unavailable')
  }
}
