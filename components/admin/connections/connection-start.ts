import { parseOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectionKind } from '#lib/contracts/connectors/all-connectors.ts'
import { type ConnectionTexts, fieldsOf, textsOf } from './connection-fields.ts'

/** The texts with which the form of a new connection starts. For pages: the browser does not load the schemas. */
export function startOf(kind: ConnectionKind): ConnectionTexts {
  const fields = fieldsOf(kind)
  const signIn = fields.some(({ key }) => key === 'options/sign_in/method') ? { sign_in: { method: 'token' } } : {}
  const suggested = fields.flatMap(({ key, start }) => (start ? [[key, start] as const] : []))
  const defaults = textsOf(kind, { url: null, options: { ...parseOptions(kind, signIn).options } })
  return { ...defaults, ...Object.fromEntries(suggested) }
}
