import { parseOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import { type ConnectionTexts, listFields, writeTexts } from './connection-fields.ts'

/** Initial texts for the form of a new connection. Call it on the server: the browser does not load the schemas. */
export function writeStartTexts(shown: ConnectorForm): ConnectionTexts {
  const fields = listFields(shown)
  const signIn = fields.some(({ key }) => key === 'options/sign_in/method') ? { sign_in: { method: 'token' } } : {}
  const suggested = fields.flatMap(({ key, start }) => (start ? [[key, start] as const] : []))
  const defaults = writeTexts(shown, { url: null, options: { ...parseOptions(shown.options, signIn).options } })
  return { ...defaults, ...Object.fromEntries(suggested) }
}
