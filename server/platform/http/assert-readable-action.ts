import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from './api-request.ts'
import { readBytes } from './read-body.ts'

/** The name of a server action in a build, and how a form names it when the browser runs no JavaScript. */
const actionName = /^[0-9a-f]{42}$/
const nameInForm = /^\$ACTION_(?:ID_[0-9a-f]{42}|REF_\d+)$/

/**
 * Throws `invalid_request` or `payload_too_large` on a call of a server action that Next would report as a failure of
 * the page (500 and a log line): the name is malformed or the values cannot be decoded. Our actions take strings and
 * forms; everything else is rejected before decoding.
 */
export async function assertReadableAction(request: ApiRequest): Promise<void> {
  const name = request.headers.get('next-action')
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data/i.test(type)
  if (request.method !== 'POST' || (name === null && !isForm)) return
  if (name !== null && !actionName.test(name)) throw unreadable()
  const bytes = await readBytes(request)
  const form = isForm ? await readForm(bytes, type) : null
  const isReadable = name === null && form ? isActionForm(form) : isValueList(form ? form.get('0') : decode(bytes))
  if (!isReadable) throw unreadable()
}

const unreadable = () => new AppError('invalid_request', 'No page of this service sends such a request.')

async function readForm(bytes: Uint8Array, type: string): Promise<FormData> {
  const body = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
  const form = await body.formData().catch(() => {
    throw unreadable()
  })
  const isFile = (value: unknown) => typeof value !== 'string'
  if ([...form.values()].some(isFile)) throw unreadable()
  return form
}

/** Maximum number of values of a call: our actions take one, and React fails on thousands. */
const maxValues = 8

/** True if this is a list of values in React's encoding: a leading `$` marks what is not a string, `$K` a form. */
function isValueList(list: unknown): boolean {
  const values = parsed(list)
  const isText = (value: unknown) => typeof value === 'string' && /^(?!\$)|^\$\$|^\$K[0-9a-f]+$/.test(value)
  return Array.isArray(values) && values.length <= maxValues && values.every(isText)
}

/**
 * True if a form names an action. A form bound to values has parts with the name of the action and the list of the
 * values.
 */
function isActionForm(form: FormData): boolean {
  const actionFields = [...form].filter(([key]) => key.startsWith('$ACTION_'))
  const isWellFormed = ([key, value]: [string, unknown]) => {
    if (/^\$ACTION_\d+:0$/.test(key)) return hasName(parsed(value))
    return /^\$ACTION_\d+:1$/.test(key) ? isValueList(value) : nameInForm.test(key)
  }
  return actionFields.some(([key]) => nameInForm.test(key)) && actionFields.every(isWellFormed)
}

const hasName = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && actionName.test(String(value.id))

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function parsed(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : null
  } catch {
    return null
  }
}
