import { errorCodes, errorStatus } from '#lib/contracts/error-codes.ts'
import { OPERATOR_MEANINGS, OPERATORS, VALUE_FORMS } from '#lib/filter/reference.ts'
import { FILTER_LIMITS } from '#lib/filter/syntax-tree.ts'
import { bodyLimit } from '#server/platform/http/read-body.ts'
import { errorWording } from './error-wording.ts'

const count = (value: number) => value.toLocaleString('en')
const code = (text: string) => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const bases = `# Bases

${table(
  ['Base', 'What it holds', 'Token system'],
  [
    ['`/api/v1`', 'Users and products, read only', '`resources`'],
    ['`/api/itsm/v1`', 'Changes, incidents and improvement actions', '`itsm`'],
    ['`/api/docs/v1`', 'Knowledge articles', '`docs`'],
    ['`/api/app/v1`', 'What the pages need beside these', 'sessions only'],
  ],
)}

Bodies are JSON in UTF-8, of at most ${bodyLimit / 1024} KB. Timestamps are ISO 8601 in UTC and end in \`Z\`. Each GET also answers HEAD; OPTIONS tells the methods of a path.`

const authentication = `# Authentication

Send \`Authorization: Bearer <token>\`. A token is issued for one system, to read or to write; it is shown once. An admin makes tokens in the pages, or on the server:

\`\`\`
npm run --silent token -- --system itsm --scope write --name "My script"
\`\`\`

A browser that is signed in may call without a token: the role viewer reads, reviewer and above also write. Such writes must come from a page of this service.

Without a credential, or with a wrong or expired one, the answer is 401; with a good one that does not suffice, 403.`

const errors = `# Errors

Every answer that is neither 2xx nor 304 has this body. \`details\` may be missing.

\`\`\`json
{
  "error": {
    "code": "invalid_parameter",
    "message": "limit must be a whole number from 1 to 100.",
    "request_id": "b3a1f0c2-6a7e-4a53-9d0e-4f1f3c1d2a77",
    "details": [{ "field": "limit", "in": "query", "issue": "must be a whole number from 1 to 100" }]
  }
}
\`\`\`

\`request_id\` is also in the header \`X-Request-Id\` of every answer. Send your own, of 8 to 128 letters, digits, dots, dashes and underscores, and it is kept. The list of codes is closed:

${table(
  ['Status', 'Code', 'When'],
  errorCodes.map((name) => [String(errorStatus[name]), code(name), errorWording[name].when]),
)}

A parameter or a field that is not known is refused by name, not passed over.`

const paging = `# Lists and pages

\`page\` counts from 1, \`limit\` is the records per page. A page past the end is empty, with status 200. \`Link\` carries the addresses of the first, previous, next and last page.

- Users and products: 50 records unless told otherwise, at most 100. \`meta\` tells total, page and limit.
- All else: up to 1,000 records unless told otherwise. \`total_count\` tells how many match, so that a cut list is never silent.

\`sort\` names a field; with \`-\` before it, descending: \`sort=-created_at\`. The identifier breaks ties.`

const conditional = `# Conditional requests

Every GET carries an \`ETag\`. Send it in \`If-None-Match\`, and while nothing has changed the answer is 304 without a body. A list that is long or asked for again comes compressed to whoever sends \`Accept-Encoding: gzip\`; its \`ETag\`, a weak one, is of the text, compressed or not.

To change only what you have read, send the \`ETag\` of the record in \`If-Match\` with your PATCH. If somebody wrote in between, the answer is 412 and nothing is changed; of two writers at once exactly one wins.`

const idempotency = `# Idempotency

A POST that carries an \`Idempotency-Key\` is done once. The same key with the same body gives the first answer again, for 24 hours, with \`Idempotency-Replayed: true\`. With another body the answer is 422; while the first request is still running, 409. Errors are not kept: try again with the same key.`

const rateLimits = `# Rate limits

Requests are counted by token, by person or, without either, by address: 600 a minute unless this service is set otherwise. Every answer tells the quota in \`RateLimit-Policy\` and what is left of it in \`RateLimit\`. Processes that serve one database count together, each knowing of the others about a second later. Beyond it the answer is 429 with \`Retry-After\` in seconds.`

const precedence = [
  'related_change = CHG0000042 OR affected_service = payments-db AND NOT state = closed',
  'related_change = CHG0000042 OR (affected_service = payments-db AND (NOT state = closed))',
]

const filters = `# Filter language

The parameter \`query\` of a list is an expression over the fields of the record; each list says which fields it has.

\`\`\`
related_change = "CHG0000042" OR (opened_at >= 2026-03-01 AND affected_service = payments-db)
\`\`\`

Comparisons are joined by \`AND\`, \`OR\` and \`NOT\`, in capitals or small letters, and by parentheses. \`NOT\` binds tightest, then \`AND\`, then \`OR\`, as in SQL: the first line is read as the second.

\`\`\`
${precedence.join('\n')}
\`\`\`

${table(
  ['Operator', 'Meaning'],
  Object.entries(OPERATOR_MEANINGS).map(([operator, meaning]) => [code(operator), meaning]),
)}

\`==\` is the same as \`=\`. The type of a field decides its operators and how a value is written:

${table(
  ['Type', 'Operators', 'Value'],
  Object.entries(OPERATORS).map(([type, operators]) => [
    type,
    code(operators.join(', ')),
    VALUE_FORMS[type as keyof typeof VALUE_FORMS],
  ]),
)}

A value is a bare word (\`CHG0000042\`, \`2026-03-01\`, \`a.b@c.org\`) or stands in quotes: \`"…"\` with a backslash before \`"\` and \`\\\`, or \`'…'\` with \`''\` for one quote. A date where a timestamp is wanted means midnight UTC. In an address, write \`+\` as \`%2B\` and \`&\` as \`%26\`.

At most ${count(FILTER_LIMITS.characters)} characters, ${FILTER_LIMITS.depth} levels of parentheses and \`NOT\`, ${FILTER_LIMITS.comparisons} comparisons and ${FILTER_LIMITS.values} values in one \`IN\`.`

/** What holds for every operation, as Markdown with one first-level heading for each subject. */
export const overview = (): string =>
  [bases, authentication, errors, paging, conditional, idempotency, rateLimits, filters].join('\n\n')
