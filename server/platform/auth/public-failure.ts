import { log } from '#server/platform/log/log.ts'

/** The codes of a refusal that the sign-in page has words for. */
const publicCode = /^(?:CredentialsSignin|PasswordExpired|TooManyAttempts:\d+)$/

/**
 * What `work` of a sign-in gives. The sign-in library puts the message of whatever is thrown into the address of the
 * page, so only a known code leaves here; any other failure is logged and becomes `Unavailable`.
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
