import type { ApiOperation, OpenApi } from './open-api.ts'
import type { FuzzRequest } from './requests.ts'

export type SentResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

/**
 * Returns the fault of a response, or null: no 5xx, status and body as described, invalid input rejected, callers with
 * access and valid input accepted.
 */
export function judge(
  api: OpenApi,
  { operation, temperament, headers, body }: FuzzRequest,
  { status, headers: responded, text }: SentResponse,
): string | null {
  const observed = `${operation.name} (${temperament}) → ${status}`
  if (status >= 500) return `${observed}: ${text.slice(0, 300)}`
  const fault = api.findFault(operation, status, responded.get('content-type'), text)
  if (fault) return `${observed}: ${fault}`
  const isSuccess = status < 300
  if (temperament === 'valid') {
    if (isRefusedCaller(status, text)) return `${observed}: rejected a caller with access`
    if (!isSuccess && mustTake(operation) && !mayBeGone(api, operation, status) && !mayBeInUse(operation, status))
      return `${observed}: rejected valid data: ${text.slice(0, 300)}`
  }
  const isJson = headers['content-type'] === 'application/json'
  if (isSuccess && body !== null && isJson && !isValidBody(api, operation, body))
    return `${observed}: accepted an invalid body`
  return null
}

/** True if a caller was rejected; not for `forbidden`, which an admin gets for another person's records. */
const isRefusedCaller = (status: number, body: string) =>
  status === 401 || (status === 403 && !body.includes('"forbidden"'))

/** True if an operation accepts all that is described; writes besides the two interfaces have further rules. */
const mustTake = ({ path, isWrite }: ApiOperation) => !isWrite || !path.startsWith('/api/app/')

/** True if a 404 is right: the record may be deleted or none is known, or the ledger has no leaf. */
const mayBeGone = (api: OpenApi, { path }: ApiOperation, status: number) =>
  status === 404 &&
  (/\{(?:token|secret)\}|\/imports\/\{id\}|\/ledger\/|\/origins\//.test(path) ||
    api.operations.some((other) => other.method === 'DELETE' && isUnder(path, other)))

/** True if a record was not deleted because others refer to it. */
const mayBeInUse = ({ method }: ApiOperation, status: number) => method === 'DELETE' && status === 409

/** True if a path names a record that an operation deletes: it contains the last two parts of the operation's path. */
const isUnder = (path: string, { path: deleted }: ApiOperation) =>
  /\}$/.test(deleted) && `${path}/`.includes(`/${deleted.split('/').slice(-2).join('/')}/`)

/** True for a valid body; a byte order mark before JSON may be ignored (RFC 8259, section 8.1). */
function isValidBody(api: OpenApi, operation: ApiOperation, body: string): boolean {
  // A file may hold anything: it is read after the response.
  if (Object.keys(operation.body?.schema ?? {}).length === 0) return true
  try {
    return api.isValid(operation, JSON.parse(body.replace(/^\ufeff/, '')))
  } catch {
    return false
  }
}
