import { randomBytes } from 'node:crypto'
import type { Traps } from './traps.ts'

/** The credentials that the instance accepts. */
export type Account = { user: string; password: string; clientId: string; clientSecret: string; token: string }

export type SignIn = {
  isSignedIn: (authorization: string | undefined) => boolean
  /** Answers `/oauth_token.do`. */
  issueToken: (form: URLSearchParams) => { status: number; body: unknown }
}

export function createSignIn(account: Account, traps: () => Traps): SignIn {
  const basic = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
  const expiries = new Map<string, number>()
  return {
    isSignedIn(authorization) {
      if (authorization === basic || authorization === `Bearer ${account.token}`) return true
      const token = authorization?.replace(/^Bearer /, '') ?? ''
      return (expiries.get(token) ?? 0) > Date.now()
    },
    issueToken(form) {
      const isKnown = form.get('client_id') === account.clientId && form.get('client_secret') === account.clientSecret
      if (traps().clientCredentials === 'disabled' || form.get('grant_type') !== 'client_credentials' || !isKnown)
        return { status: 401, body: { error_description: 'access_denied', error: 'server_error' } }
      const token = randomBytes(32).toString('base64url')
      expiries.set(token, Date.now() + traps().tokenSeconds * 1000)
      const body = { access_token: token, scope: 'useraccount', token_type: 'Bearer', expires_in: 1799 }
      return { status: 200, body }
    },
  }
}
