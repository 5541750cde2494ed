import { type OutgoingRequest, outgoingRequest } from './outgoing-request.ts'
import type { OperationView } from './read-operation.ts'

/** The request of an operation's own examples, with the token left to a variable of the shell. */
export function exampleRequest(operation: OperationView): OutgoingRequest {
  const { parameters, body, callers } = operation
  const needsToken = callers.some(({ kind }) => kind === 'token')
  return outgoingRequest(operation, {
    valueOf: (name, place) =>
      place === 'header' ? '' : (parameters.find((one) => one.name === name && one.place === place)?.example ?? ''),
    body: body && { type: body.types[0] ?? 'application/json', text: JSON.stringify(body.example, null, 2) },
    authorization: needsToken ? 'Bearer $TOKEN' : null,
  })
}
