import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature covers beside the text: the purpose of the token, and a state that voids it when it changes. */
type Binding = { readonly purpose: string; readonly state?: string }

const sign = (payload: string, { purpose, state = '' }: Binding, secret: string) =>
  createHmac('sha256', secret).update(`${purpose} ${payload}${state}`).digest()

/** A token with a text that everybody can read and only the service can sign. */
export function signToken(text: string, binding: Binding, secret: string): string {
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${sign(payload, binding, secret).toString('base64url')}`
}

/** The text of a token, whoever made it. */
export const readTokenText = (token: string): string =>
  Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()

/** True if one of the secrets signed the token. */
export function isSignedToken(token: string, binding: Binding, secrets: readonly string[]): boolean {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const actual = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(sign(payload, binding, secret).toString('base64url'))
    return rest.length === 0 && actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}
