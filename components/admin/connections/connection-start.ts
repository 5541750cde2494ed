import { parseOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectionKind } from '#lib/contracts/connection-values.ts'
import { type ConnectionTexts, textsOf } from './connection-fields.ts'

type Suggestion = { readonly options?: object; readonly texts: ConnectionTexts }

const byToken = { sign_in: { method: 'token' } }

/** What the form suggests beyond the defaults of the options. */
const suggestions: Readonly<Partial<Record<ConnectionKind, Suggestion>>> = {
  servicenow: {
    options: { ...byToken, tables: { change_request: {}, incident: {} } },
    texts: { 'options/sign_in/method': 'oauth' },
  },
  jira: { options: byToken, texts: { 'options/sign_in/method': 'basic' } },
  github: { texts: { url: 'https://github.com' } },
  gitlab: { texts: { url: 'https://gitlab.com' } },
}

/** The texts with which the form of a new connection starts. For pages: the browser does not load the schemas. */
export function startOf(kind: ConnectionKind): ConnectionTexts {
  const { options = {}, texts } = suggestions[kind] ?? { texts: {} }
  return { ...textsOf(kind, { url: null, options: { ...parseOptions(kind, options).options } }), ...texts }
}
