import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxImportBytes } from './contracts/import-values.ts'

const root = join(import.meta.dirname, '..')

/** The production sources: without tests, the demo, the bench and the commands. */
const sources = ['app', 'components', 'lib', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing/.test(name))
    .filter((name) => !/^server\/(?:bench|cli|demo)\//.test(name)),
)
const textsByFile = new Map(sources.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
const filesWith = (pattern: RegExp) => sources.filter((name) => pattern.test(textsByFile.get(name) ?? ''))

test.each([
  ['runs text as code', /\beval\(|new Function\(|node:vm|import\(\w*(?:input|body|query)/],
  ['writes HTML as text', /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
  [
    'handles messages of other windows',
    /\b(?:window|parent|opener)\b.*postMessage\(|addEventListener\(\s*['"`]message|onmessage\b/,
  ],
  ['opens a socket to the browser or between browsers', /\bWebSocket\b|RTCPeerConnection|EventSource/],
  ['starts a shell', /(?<![.\w])exec(?:Sync)?\(|shell: true/],
  ['reads XML', /DOMParser|XMLHttpRequest|xml2js|fast-xml|libxml/],
  ['trusts any certificate', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['blocks pasting', /onPaste/],
])('no source %s', (_, pattern) => {
  expect(filesWith(pattern)).toEqual([])
})

test('only one file imports a private part of Next', () => {
  // It removes a state of Next's router that Next itself would answer with 500.
  expect(filesWith(/next\/dist\//)).toEqual(['server/pages/serve-page.ts'])
})

test('takes and gives files only in named places', () => {
  // Reads a form only to reject one that no page of ours sends.
  const taking = filesWith(/multipart\/form-data|formData\(\)|type="file"/)
  // The logo is read in the browser, up to 24 kB, and sent as a `data:` URL.
  expect(taking.toSorted()).toEqual([
    // The file of an import is sent as the body of one request.
    'components/admin/import/start-import.tsx',
    'components/admin/settings/settings-sections.tsx',
    // An attachment likewise.
    'components/attachments/file-chooser.tsx',
    // A page of the evidence pack reads packs in the browser, and sends nothing.
    'server/pages/pack/html-pages.ts',
  ])
  // An endpoint with `upload` takes a file of stated types and size; it is stored in the database.
  const uploading = ['lib/contracts/app/attachments.ts', 'lib/contracts/app/imports.ts', 'lib/contracts/imports.ts']
  expect(filesWith(/\bupload: \{\s*types:/).toSorted()).toEqual(uploading)
  for (const name of uploading)
    expect(textsByFile.get(name)).toMatch(/upload: \{[^}]*\btypes: [^}]*\bmaxBytes: max(?:Import|Attachment)Bytes\b/)
  expect(maxImportBytes).toBe(200 * 1024 * 1024)
  expect(filesWith(/\.streamBody\(\)/)).toEqual(['server/platform/api/read-input.ts'])
  // Lists, refused rows, reports and attachments: a browser saves them and never opens them.
  expect(filesWith(/Content-Disposition/)).toEqual(['server/platform/api/list-result.ts'])
  // Temporary files are in a folder of their own, under a name without the characters of paths.
  const writing = filesWith(/createWriteStream|\bopen\([^)]*'w'\)|\bwriteFile(?:Sync)?\(|\bmkdtemp/).filter((name) =>
    name.startsWith('server/import'),
  )
  expect(writing.toSorted()).toEqual(
    [
      'server/import/jobs/process/perform-import.ts',
      'server/import/import-report.ts',
      'server/import/source/open-source.ts',
    ].toSorted(),
  )
})

test('only the embedded database and imports start programs', () => {
  const folders = filesWith(/child_process/).map((name) => name.slice(0, name.lastIndexOf('/')))
  expect([...new Set(folders)].toSorted()).toEqual(['server/import/jobs/process', 'server/platform/db/embedded'])
})

test('the server calls no other service except through the guarded client and the libraries for mail, sign-in and database', () => {
  const byFetch = /(?<![.\w])fetch\(|\b(?:globalThis|global|window|self)\.fetch\b|\bundici\b/
  const byNode =
    /import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|http2|net|tls)'|import (?:\* as )?\w+ from 'node:(?:https?|http2|net|tls)'/
  const networkCalls = [...filesWith(byFetch), ...filesWith(byNode)].filter((name) => name.startsWith('server/'))
  // The cancel request to the database, and the guarded client.
  expect(networkCalls.toSorted()).toEqual([
    'server/platform/db/time-limits.ts',
    'server/platform/outgoing/create-outgoing.ts',
  ])
})

test('uses weak hashes only to identify texts, not for security', () => {
  expect(filesWith(/['"](?:md5|sha1)['"]/)).toEqual([
    // A UUID of version 5 is made with SHA-1.
    'server/insights/controls/assessment-results.ts',
    'server/platform/http/response.ts',
  ])
})

test('uses Math.random only for a sample and a delay, which may be guessed', () => {
  const drawing = [
    'server/change-feed/webhooks/store-outcome.ts',
    'server/platform/db/embedded/lock.ts',
    'server/platform/db/retry-conflicts.ts',
    'server/reviews/commands/complete-clean.ts',
  ]
  expect(filesWith(/Math\.random/).toSorted()).toEqual(drawing)
})

/** Reviewed: only our constants, never request data. */
const rawSql = [
  'server/change-feed/feed-order.ts',
  'server/deployments/follow-deployments.ts',
  'server/history/entries-of-record.ts',
  'server/history/record-origin.ts',
  'server/history/replay-history.ts',
  'server/import/database/author.ts',
  'server/import/database/merge.ts',
  'server/import/database/staging.ts',
  'server/import/jobs/apply-review-fields.ts',
  'server/import/jobs/undo-import.ts',
  'server/import/targets/changes.ts',
  'server/insights/audits/population.ts',
  'server/insights/count-metrics.ts',
  'server/insights/counts.ts',
  'server/insights/key-figures.ts',
  'server/insights/list-records.ts',
  'server/insights/list-values.ts',
  'server/insights/populations.ts',
  'server/platform/db/list.ts',
  'server/platform/db/select-page.ts',
  'server/reviews/commands/reconsider-imported.ts',
  'server/reviews/four-eyes/counted-incidents.ts',
  'server/reviews/policy/open-marked-review.ts',
  'server/schema/columns.ts',
  'server/schema/history.ts',
  'server/schema/improvements.ts',
]

test('stores texts in the browser only where signing out finds them', () => {
  const keyboard = 'components/layout/shortcuts/shortcuts.tsx'
  expect(filesWith(/\blocalStorage\b/).toSorted()).toEqual([keyboard, 'lib/api/stored-drafts.ts'])
  expect(filesWith(/\bsessionStorage\b/)).toEqual(['components/next-review/remembered-list.ts'])
  expect(filesWith(/\b(?:indexedDB|cookieStore)\b|\bcaches\.open/)).toEqual([])
  expect(filesWith(/document\.cookie/)).toEqual(['components/ui/stored-choice.ts'])
})

test('times are written and read in a zone that is named, and typed in one control', () => {
  const local =
    /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\.toLocale(?:Date|Time)String\(/
  expect(filesWith(local)).toEqual([])
  // A time without a zone is read in that of the machine.
  expect(filesWith(/Date(?:\.parse)?\(`\$\{[^`]*T[\d:]+`\)/)).toEqual([])
  const control = 'components/ui/form/instant-input.tsx'
  expect(filesWith(/(?<!\[)type="(?:date|time|datetime-local)"/)).toEqual([control])
  const fixed = filesWith(/Intl\.DateTimeFormat\(\)/)
  // Both propose the zone of the browser by name.
  expect(fixed.toSorted()).toEqual(['components/account/time-zone-choice.tsx', 'components/setup/setup-form.tsx'])
  const formatting = filesWith(/Intl\.DateTimeFormat\('/)
  for (const name of formatting)
    expect([name, textsByFile.get(name)]).toEqual([name, expect.stringMatching(/timeZone\b/)])
})

test('uses raw SQL only in reviewed places', () => {
  expect(filesWith(/sql\.raw\(/).toSorted()).toEqual(rawSql)
})

test('stores JSON only in columns that PostgreSQL can read back', () => {
  expect(filesWith(/import \{[^}]*\bjsonb?\b[^}]*\} from 'drizzle-orm\/pg-core'/)).toEqual([])
})
