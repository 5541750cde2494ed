import { systemOf } from './caller-text.tsx'
import type { OperationView, ParameterPlace } from './read-operation.ts'
import type { Method } from './read-reference.ts'

/** What the form that tries an operation needs of it. */
export type Trial = {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly parameters: readonly TrialParameter[]
  readonly body: { readonly types: readonly string[]; readonly text: string } | null
  /** The system whose token may be sent; null where tokens are of no use. */
  readonly tokenSystem: string | null
  readonly needsSession: boolean
}

export type TrialParameter = {
  readonly name: string
  readonly place: ParameterPlace
  readonly isRequired: boolean
  readonly values: readonly string[]
  readonly initial: string
  readonly placeholder: string
}

/** Only what a form needs: the rest of the operation stays on the server. */
export function trialOf({ id, method, path, parameters, body, callers }: OperationView): Trial {
  const token = callers.find(({ kind }) => kind === 'token')
  return {
    id,
    method,
    path,
    parameters: parameters.map(({ name, place, isRequired, values, example, fallback }) => ({
      name,
      place,
      isRequired,
      values,
      initial: place === 'header' ? '' : (example ?? ''),
      placeholder: (place === 'header' ? example : fallback) ?? '',
    })),
    body: body && { types: body.types, text: JSON.stringify(body.example ?? {}, null, 2) },
    tokenSystem: token ? systemOf(token.scheme) : null,
    needsSession: callers.length > 0 && !token,
  }
}
