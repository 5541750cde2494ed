import { errorCodes, errorStatus } from '#lib/contracts/error-codes.ts'
import { emptinessTests, operatorMeanings, operatorsByType, valueForms } from '#lib/filter/reference.ts'
import { filterLimits } from '#lib/filter/syntax-tree.ts'
import { bodyLimit } from '#server/platform/http/read-body.ts'
import { errorWording } from './errors.ts'

const count = (value: number) => value.toLocaleString('en')
const code = (text: string) => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const bases = `# Bases

${table(
  ['Base', 'Resources', 'Token system'],
  [
    ['`/api/v1` (`{base_url}`)', 'Users and products: read, and imported as files', '`resources`'],
    ['`/api/itsm/v1` (`{itsm_url}`)', 'Changes, incidents and improvement actions', '`itsm`'],
    ['`/api/docs/v1` (`{docs_url}`)', 'Knowledge articles', '`docs`'],
    ['`/api/app/v1`', 'Further resources that the pages use', '`app`'],
  ],
)}

Generate a client for tokens from [\`/api/openapi-tokens.json\`](/api/openapi-tokens.json): it has the operations of the first three systems alone, and its responses may have fields that it does not name, so that the client accepts later releases. [\`/api/openapi.json\`](/api/openapi.json) also has those of the pages that a service account or anybody may call.

Bodies are JSON in UTF-8, at most ${bodyLimit / 1024} KB, except for imports, whose body is a file. Timestamps are ISO 8601 in UTC and end in \`Z\`. Every GET path also accepts HEAD; OPTIONS returns the methods of a path.`

const authentication = `# Authentication

Send \`Authorization: Bearer <token>\`. A token is valid for one system with scope read or write, and is shown only once. An admin creates tokens on the page API tokens, or on the server:

\`\`\`
npm run --silent token -- --system itsm --scope write --name "My script"
npm run --silent token -- --system app --role viewer --name "Our BI"
\`\`\`

A token for \`app\` is a service account: it acts with the role viewer, auditor, reviewer or manager under \`/api/app/v1\`. It is no person: accounts, tokens, settings and sessions are closed to it, it writes no policy, and it neither starts, submits, completes, signs off, waives nor reopens a review.

A signed-in browser needs no token: the role viewer may read, an auditor also reads what managers read, reviewer and above may also write, and only a manager may send whole records with PUT. Writes with a session must come from a page of this service.

A missing, wrong or expired credential returns 401; a valid credential without the needed permission returns 403.`

const errors = `# Errors

Every response other than 2xx and 304 has this body. \`details\` is optional.

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

\`request_id\` is also in the header \`X-Request-Id\` of every response. If you send your own, of 8 to 128 letters, digits, dots, dashes and underscores, it is used. The list of codes is closed:

${table(
  ['Status', 'Code', 'When'],
  errorCodes.map((name) => [String(errorStatus[name]), code(name), errorWording[name].when]),
)}

Unknown parameters and fields are rejected by name, never ignored.`

const paging = `# Lists and pages

\`page\` counts from 1, \`limit\` is the number of records per page. A page past the end is empty, with status 200. The header \`Link\` has the absolute addresses of the first, previous, next and last page.

- Users and products: 50 records by default, at most 100. \`meta\` has total, page and limit.
- Everything else: 1,000 records by default. \`total_count\` is the number of matching records, so you can tell when a list is incomplete.

\`sort\` names a field; a leading \`-\` sorts descending: \`sort=-created_at\`. The identifier breaks ties.

To get a whole list instead of a page, add \`format=csv\`, \`format=ndjson\` or \`format=xlsx\`, or send the media type in \`Accept\`. With \`fields=number,state\` it has only these fields, in this order. The response streams every matching record, without \`page\`, \`limit\` and \`cursor\`, with the fields of the JSON in the same order. CSV has a header and follows RFC 4180. A list of texts is one cell, such as \`payments-db; payments-api\`; an item that holds a separator or a quote is quoted, with its quotes doubled. Other nested values are JSON. A text gets an apostrophe in front if a spreadsheet would run it as a formula, that is if it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a carriage return, with or without apostrophes before that. In a workbook (XLSX), numbers and dates are cells of their kind, moments are in UTC, text is never a formula and has no apostrophe added, a text is cut at the 32,767 characters that a cell holds, and there are at most 1,048,575 records. Of a list with a \`cursor\`, each record that exists throughout is in it exactly once, also while others are written. A transfer that breaks off is incomplete: start it again.

What is exported imports again and changes nothing: the import reads lists and documents back, takes off the apostrophe, leaves stubs as they are, and refuses a row of a workbook whose text was cut.`

const conditional = `# Conditional requests

Every GET response has an \`ETag\`. Send it in \`If-None-Match\`: as long as nothing has changed, the response is 304 without a body. Long or repeatedly requested lists are compressed if you send \`Accept-Encoding: gzip\`; their weak \`ETag\` is the same with and without compression.

To avoid overwriting changes of others, send the \`ETag\` of the record in \`If-Match\` with your PATCH, PUT or DELETE. If the record has changed since, the response is 412 and nothing is written; of two concurrent writers exactly one succeeds. A PUT with \`If-None-Match: *\` only creates: if the record exists, the response is 412.`

const idempotency = `# Idempotency

A POST with an \`Idempotency-Key\` runs once. Repeating the key with the same body returns the first response for 24 hours, with \`Idempotency-Replayed: true\`. Another body returns 422; a repetition while the first request is still running returns 409. Errors are not stored: retry with the same key.`

const rateLimits = `# Rate limits

Requests are counted per token, per account or, without either, per address: 600 per minute unless configured otherwise. Every response has the quota in \`RateLimit-Policy\` and the rest of it in \`RateLimit\`. Imports and other bulk operations are counted by themselves, in the quota \`bulk\` of a tenth. Beyond the quota the response is 429 with \`Retry-After\` in seconds. Processes that share a database share the counts, with a delay of about a second.`

const precedence = [
  'related_change = CHG0000042 OR affected_service = payments-db AND NOT state = closed',
  'related_change = CHG0000042 OR (affected_service = payments-db AND (NOT state = closed))',
]

const filters = `# Filter language

The parameter \`query\` of a list is an expression over the fields of the record; each list documents its fields.

\`\`\`
related_change = "CHG0000042" OR (opened_at >= 2026-03-01 AND affected_service = payments-db)
\`\`\`

Combine comparisons with \`AND\`, \`OR\`, \`NOT\` (in upper or lower case) and parentheses. \`NOT\` binds tightest, then \`AND\`, then \`OR\`, as in SQL. These two lines are equivalent:

\`\`\`
${precedence.join('\n')}
\`\`\`

${table(
  ['Operator', 'Meaning'],
  Object.entries({ ...operatorMeanings, ...emptinessTests }).map(([operator, meaning]) => [code(operator), meaning]),
)}

\`==\` is the same as \`=\`. Every field allows \`IS EMPTY\` and \`IS NOT EMPTY\`. The type of a field determines the other operators and the form of its values:

${table(
  ['Type', 'Operators', 'Value'],
  Object.entries(operatorsByType).map(([type, operators]) => [
    type,
    code(operators.join(', ')),
    valueForms[type as keyof typeof valueForms],
  ]),
)}

A value is a bare word (\`CHG0000042\`, \`2026-03-01\`, \`a.b@c.org\`) or in quotes: \`"…"\` with a backslash before \`"\` and \`\\\`, or \`'…'\` with \`''\` for one quote. A date in place of a timestamp means midnight UTC. In a URL, write \`+\` as \`%2B\` and \`&\` as \`%26\`.

Limits: ${count(filterLimits.characters)} characters, ${filterLimits.depth} levels of parentheses and \`NOT\`, ${filterLimits.comparisons} comparisons and ${filterLimits.values} values in one \`IN\`.`

/** The rules that apply to every operation, as Markdown with one first-level heading per subject. */
export const writeOverview = (): string =>
  [bases, authentication, errors, paging, conditional, idempotency, rateLimits, filters].join('\n\n')
