import fc from 'fast-check'
import type { Answered, Ask, Asked } from '#e2e/lab/fuzz/ask.ts'
import { pathValues, queryValues, validBodies } from '#e2e/lab/fuzz/values.ts'
import { relation } from './relation.ts'

/** Compares two responses: ETags must be equal exactly if the bodies are. */
function compareTags(what: string, one: Answered, other: Answered): string | null {
  const isSameBody = one.text === other.text
  const isSameTag = one.headers.get('etag') === other.headers.get('etag')
  if (isSameBody === isSameTag) return null
  return `${what}: the body is ${isSameBody ? 'the same' : 'another'}, the ETag is ${isSameTag ? 'the same' : 'another'}`
}

export const keepEtag = relation({
  name: 'an ETag is unchanged while the body is, and returns 304 without a body',
  inputs: ({ api, known }) =>
    fc
      .constantFrom(...api.operations.filter(({ isWrite, security }) => !isWrite && security.length > 0))
      .chain((operation) =>
        fc.record({
          operation: fc.constant(operation.name),
          path: fc.record(pathValues(operation, known)),
          query: fc.record(queryValues(operation)),
        }),
      ),
  async findFault(ask, { operation, path, query }) {
    const one = await ask(operation, { path, query })
    const other = await ask(operation, { path, query })
    // An error names its request, and a file is made for it.
    if ((one.status === 404 && other.status === 404) || one.headers.has('content-disposition')) return null
    const fault = compareTags('requested twice', one, other)
    if (fault || one.status !== 200) return fault
    const etag = other.headers.get('etag')
    if (etag === null) return 'a 200 response has no ETag'
    const again = await ask(operation, { path, query, headers: { 'if-none-match': etag } })
    // A record that changed meanwhile is returned again.
    if (again.status === 200) return compareTags('requested with its ETag', other, again) ?? sameIsFault(other, again)
    if (again.status !== 304 || again.text !== '') return `its ETag returned ${again.status} ${again.text.slice(0, 80)}`
    return headFault(ask, operation, { path, query })
  },
})

/** HEAD returns the ETag of GET: compared between two GETs that agree, since others write meanwhile. */
async function headFault(ask: Ask, operation: string, input: Asked): Promise<string | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await ask(operation, input)
    const head = await ask(operation, { ...input, method: 'HEAD' })
    const after = await ask(operation, input)
    const tag = head.headers.get('etag')
    const etag = before.headers.get('etag')
    if (etag !== after.headers.get('etag')) continue
    return head.status === 200 && head.text === '' && tag === etag
      ? null
      : `HEAD returned ${head.status} with the ETag ${tag}, GET with ${etag}`
  }
  return null
}

const sameIsFault = (one: Answered, other: Answered) =>
  one.text === other.text ? 'its ETag returned 200 with the same body' : null

/** Updates of records, each with the operation that reads the record. */
const updates = { updateChange: 'getChange', updateImprovement: 'getImprovement', updateArticle: 'getArticle' } as const

export const changeEtag = relation({
  name: 'an ETag changes with the body, and the old one no longer matches',
  isWriting: true,
  inputs: ({ api, known }) =>
    fc.constantFrom(...Object.entries(updates)).chain(([update, read]) =>
      fc.record({
        read: fc.constant(read),
        update: fc.constant(update),
        path: fc.record(pathValues(api.operation(read), known)),
        body: validBodies(api.operation(update), known),
      }),
    ),
  async findFault(ask, { read, update, path, body }) {
    const before = await ask(read, { path })
    const stale = { 'if-match': before.headers.get('etag') ?? '' }
    const done = await ask(update, { path, body, headers: stale })
    if (done.status !== 200) return `${update} with the current ETag returned ${done.status} ${done.text.slice(0, 300)}`
    const after = await ask(read, { path })
    const fault = compareTags('before and after an update', before, after)
    if (fault) return fault
    if (done.text !== after.text || done.headers.get('etag') !== after.headers.get('etag'))
      return 'the response of an update differs from a later read'
    if (before.text === after.text) return null
    const late = await ask(update, { path, body, headers: stale })
    return late.status === 412 ? null : `an old ETag returned ${late.status}, not 412`
  },
})
