import { describeTooManyAttempts, signInUnavailable } from './sign-in-messages.ts'

/** A reason to refuse access to a person who signed in with the provider. */
export type ProviderRefusal =
  | 'EmailMissing'
  | 'EmailNotVerified'
  | 'EmailNotConfirmed'
  | 'NoAccess'
  | 'LinkedToAnother'
  | 'AccountDisabled'

const unconfirmed = (name: string) => `${name} did not confirm who you are. Try again.`

/** Messages for these codes and for those of the sign-in library. */
const messages: Readonly<Record<string, (name: string) => string>> = {
  EmailMissing: (name) =>
    `${name} does not share your e-mail address with Hindsight. Ask the administrator of ${name} to add it to your profile.`,
  EmailNotVerified: (name) => `${name} says that your e-mail address is not verified. Verify it there, then try again.`,
  EmailNotConfirmed: (name) =>
    `${name} does not say whether your e-mail address is verified, so you cannot sign in with it. Ask the administrator of Hindsight to accept e-mail addresses from ${name}.`,
  NoAccess: (name) => `Your account at ${name} has no access to Hindsight. Ask an administrator for a role.`,
  LinkedToAnother: (name) =>
    `The Hindsight account with your e-mail address is linked to another person at ${name}. Ask an administrator.`,
  AccountDisabled: () => 'Your account is disabled. Ask an administrator to enable it again.',
  OAuthSignin: (name) => `${name} cannot be reached. Try again in a moment.`,
  OAuthCallback: unconfirmed,
  Callback: unconfirmed,
  Unavailable: () => signInUnavailable,
} satisfies Record<
  ProviderRefusal | 'OAuthSignin' | 'OAuthCallback' | 'Callback' | 'Unavailable',
  (name: string) => string
>

/** Returns the message for a failed sign-in with the provider of this name; null for an unknown code. */
export function describeProviderRefusal(code: string, name: string): string | null {
  const seconds = /^TooManyAttempts:(\d{1,4})$/.exec(code)?.[1]
  if (seconds !== undefined) return describeTooManyAttempts(Number(seconds))
  return Object.hasOwn(messages, code) ? (messages[code]?.(name) ?? null) : null
}
