import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from './api-request.ts'
import { readBytes } from './read-body.ts'

/** The name that a build gives to a server action, and how a form names one that a browser sends without script. */
const actionName = /^[0-9a-f]{42}$/
const nameInForm = /^\$ACTION_(?:ID_[0-9a-f]{42}|REF_\d+)$/

/**
 * Throws `invalid_request` and `payload_too_large` on the call of a server action that Next would take for a failure of
 * the page (500, and a line in the log): one without a name that could be an action's, or with values that cannot be
 * read. Our actions are given texts and forms; nothing else is handed on to be decoded.
 */
export async function assertReadableAction(request: ApiRequest): Promise<void> {
  const name = request.headers.get('next-action')
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data/i.test(type)
  if (request.method !== 'POST' || (name === null && !isForm)) return
  if (name !== null && !actionName.test(name)) throw unreadable()
  const bytes = await readBytes(request)
  const form = isForm ? await readForm(bytes, type) : null
  const isReadable = name === null && form ? holdsAction(form) : isGiven(form ? form.get('0') : decode(bytes))
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

/** Values of one call: our actions take one at most, and React fails on a list of thousands. */
const maxValues = 8

/** Whether it is the list of what an action is given, in React's writing: `$` leads what is not a text, `$K` a form. */
function isGiven(list: unknown): boolean {
  const values = parsed(list)
  const isText = (value: unknown) => typeof value === 'string' && /^(?!\$)|^\$\$|^\$K[0-9a-f]+$/.test(value)
  return Array.isArray(values) && values.length <= maxValues && values.every(isText)
}

/** Whether a form names an action; the parts of one that is bound to values are its name and the list of them. */
function holdsAction(form: FormData): boolean {
  const own = [...form].filter(([key]) => key.startsWith('$ACTION_'))
  const isWellFormed = ([key, value]: [string, unknown]) => {
    if (/^\$ACTION_\d+:0$/.test(key)) return hasName(parsed(value))
    return /^\$ACTION_\d+:1$/.test(key) ? isGiven(value) : nameInForm.test(key)
  }
  return own.some(([key]) => nameInForm.test(key)) && own.every(isWellFormed)
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
