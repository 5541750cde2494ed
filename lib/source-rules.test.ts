import { globSync, readdirSync, readFileSync } from 'node:fs'
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

test('covers all sources', () => {
  expect(sources.length).toBeGreaterThan(800)
  expect(filesWith(/child_process/)).not.toEqual([])
})

test.each([
  ['runs text as code', /\beval\(|new Function\(|node:vm|import\(\w*(?:input|body|query)/],
  ['writes HTML as text', /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
  [
    'handles messages of other windows',
    /\b(?:window|parent|opener)\b.*postMessage\(|addEventListener\(\s*['"`]message|onmessage\b/,
  ],
  ['opens a socket to the browser or between browsers', /\bWebSocket\b|RTCPeerConnection|EventSource/],
  ['imports a private part of Next', /next\/dist\//],
  ['starts a shell', /(?<![.\w])exec(?:Sync)?\(|shell: true/],
  ['reads XML', /DOMParser|XMLHttpRequest|xml2js|fast-xml|libxml/],
  ['trusts any certificate', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['blocks pasting', /onPaste/],
])('no source %s', (_, pattern) => {
  expect(filesWith(pattern)).toEqual([])
})

test('takes and gives files only in named places', () => {
  // Reads a form only to reject one that no page of ours sends.
  const taking = filesWith(/multipart\/form-data|formData\(\)|type="file"/)
  // The logo is read in the browser, up to 24 kB, and sent as a `data:` URL.
  expect(taking.toSorted()).toEqual([
    // The file of an import is sent as the body of one request.
    'components/admin/import/start-import.tsx',
    'components/admin/settings/logo-field.tsx',
    // An attachment likewise.
    'components/attachments/file-chooser.tsx',
    // A page of the evidence pack reads packs in the browser, and sends nothing.
    'server/pages/pack/html-pages.ts',
    'server/platform/http/assert-readable-action.ts',
  ])
  // An endpoint with `upload` takes a file of stated types and size; it is stored in the database.
  const uploading = ['lib/contracts/app/attachments.ts', 'lib/contracts/app/imports.ts', 'lib/contracts/imports.ts']
  expect(filesWith(/\bupload: \{\s*types:/).toSorted()).toEqual(uploading)
  for (const name of uploading)
    expect(textsByFile.get(name)).toMatch(/upload: \{[^}]*\btypes: [^}]*\bmaxBytes: max(?:Import|Attachment)Bytes\b/)
  expect(maxImportBytes).toBe(200 * 1024 * 1024)
  expect(filesWith(/\.streamBody\(\)/)).toEqual(['server/platform/api/read-upload.ts'])
  // Lists, refused rows, reports and attachments: a browser saves them and never opens them.
  expect(filesWith(/Content-Disposition/)).toEqual(['server/platform/api/file-response.ts'])
  // Temporary files are in a folder of their own, under a name without the characters of paths.
  const writing = filesWith(/createWriteStream|\bwriteFile(?:Sync)?\(|\bmkdtemp/).filter((name) =>
    name.startsWith('server/import'),
  )
  expect(writing.toSorted()).toEqual(
    [
      'server/import/jobs/process/with-import-file.ts',
      'server/import/refusals.ts',
      'server/import/archive/unpack.ts',
    ].toSorted(),
  )
})

test('only the embedded database and imports start programs', () => {
  const folders = filesWith(/child_process/).map((name) => name.slice(0, name.lastIndexOf('/')))
  expect([...new Set(folders)].toSorted()).toEqual([
    'server/import/jobs/process',
    'server/platform/api/openapi',
    'server/platform/db/embedded',
  ])
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

test('uses internals of the database driver only to end long statements', () => {
  expect(filesWith(/session\.client\b/)).toEqual([])
  const found = filesWith(/\bconnection\.stream\b|\breadyForQuery\b|\bprocessID\b|\bsecretKey\b/)
  expect(found.toSorted()).toEqual(['server/platform/db/client.ts', 'server/platform/db/time-limits.ts'])
})

test('uses weak hashes only to identify texts, not for security', () => {
  expect(filesWith(/['"](?:md5|sha1)['"]/)).toEqual([
    // A UUID of version 5 is made with SHA-1.
    'server/insights/controls/assessment-results.ts',
    'server/platform/http/conditional.ts',
  ])
})

test('uses Math.random only for a sample and a delay, which may be guessed', () => {
  const drawing = [
    'server/change-feed/webhooks/store-outcome.ts',
    'server/platform/db/embedded/lock.ts',
    'server/platform/db/retry-conflicts.ts',
    'server/reviews/lifecycle/complete-clean-reviews.ts',
  ]
  expect(filesWith(/Math\.random/).toSorted()).toEqual(drawing)
})

/** Reviewed: only our constants, never request data. */
const rawSql = [
  'server/change-feed/feed-order.ts',
  'server/deployments/follow-deployments.ts',
  'server/history/entries-of-record.ts',
  'server/history/record-origin.ts',
  'server/import/database/run-sql.ts',
  'server/import/database/staging-table.ts',
  'server/import/jobs/apply-review-fields.ts',
  'server/insights/audits/population.ts',
  'server/insights/count-metrics.ts',
  'server/insights/counts.ts',
  'server/insights/key-figures.ts',
  'server/insights/list-records.ts',
  'server/insights/list-values.ts',
  'server/insights/populations.ts',
  'server/platform/db/list.ts',
  'server/platform/db/select-page.ts',
  'server/reviews/four-eyes/counted-incidents.ts',
  'server/reviews/policy/open-marked-review.ts',
  'server/reviews/policy/reconsider-imported.ts',
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

test('uses the words of the glossary in names', () => {
  const former =
    /\b(?:(?:updated|writes|status|write|read)There|(?:status|writes|changed)Here|goneAt|\w*[fF]oreignIds?|lookSince|lookReason|isSameForAll|isForTrouble|takeNextReviewer|measureOffset|markedWords|\w+InWords)\b/
  const names = /\b(?:function|const|type|class) (?:settle(?!d)\w*|Within|Noted|mended\w*|deeds?|dice\w*|told)\b/
  // The identifiers of endpoints are part of the API.
  const endpoints = /^lib\/contracts\//
  // Only the methods of a route file are written in capitals, as Next wants them.
  const capitals = /^(?:export )?const [A-Z][A-Z\d_]+\b(?! = route\()/m
  expect(filesWith(capitals).filter((file) => !file.startsWith('app/api/'))).toEqual([])
  expect(filesWith(former)).toEqual([])
  expect(filesWith(names).filter((file) => !endpoints.test(file))).toEqual([])
})

/** The names and texts of the sources, tests, tools and documents with these extensions, such as `ts,md`. */
function readTexts(extensions: string): [string, string][] {
  const folders = ['app', 'components', 'docs', 'e2e', 'lib', 'packages', 'server']
  return globSync([`{${folders.join()}}/**/*.{${extensions}}`, `*.{${extensions}}`], { cwd: root })
    .filter((name) => !/node_modules|\/dist\//.test(name))
    .map((name) => [name, readFileSync(join(root, name), 'utf8')])
}

test('says who and where in plain words, in names, comments, pages, tests and documents', () => {
  const texts = readTexts('ts,tsx,mjs,md').filter(([name]) => !/CHANGELOG|server\/demo|source-rules/.test(name))
  expect(texts.length).toBeGreaterThan(2000)
  // The path of one endpoint is part of the API.
  const words = /\b(?:whoever|those who|told|(?<!\/)mend(?:s|ed)?)\b/i
  const places = /\b(?:const|let) \[?(?:here|there)\b|\b(?:here|there)[?]?: (?:string|number|Values)\b/
  const records = /\b(?:identifier|key|record|updated|deleted|written|wrote|closed) (?:here|there)[.,;'`]/
  for (const pattern of [words, places, records])
    expect(texts.filter(([, text]) => pattern.test(text)).map(([name]) => name)).toEqual([])
})

test('wraps comments at 120 characters, which the formatter leaves as they are', () => {
  const texts = readTexts('ts,tsx,mjs,css')
  expect(texts.length).toBeGreaterThan(2000)
  const isLongComment = (line: string) => line.length > 120 && /^\s*(?:\/?\*|\/\/)/.test(line)
  const long = texts.flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => (isLongComment(line) ? [`${name}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('names the contract as a namespace in route files, and what it calls by itself', () => {
  const routes = filesWith(/^/).filter((name) => name.endsWith('/route.ts') && name.startsWith('app/api/'))
  const imports = routes.flatMap((name) => textsByFile.get(name)?.match(/^import [^;]*? from '[^']+'/gm) ?? [])
  expect(imports.length).toBeGreaterThan(500)
  const named = /^import \* as (?:contract|writeContract) from '#lib\/contracts\//
  expect(imports.filter((text) => text.includes("'#lib/contracts/") !== named.test(text))).toEqual([])
  expect(imports.filter((text) => text.includes(' * as ') && !named.test(text))).toEqual([])
})

/** Verbs with which the name of an async function begins; a predicate begins with `is`, `has` and the like. */
const verbs = `
abandon add admit align answer append apply ask assert assign attach attempt audit begin build call cancel catch
change check choose claim clear close combine compare complete compute connect convert copy cosign count cover create decide
decode delete describe detect discard dismiss draw drop edit empty encode end enqueue ensure erase evaluate examine
exchange execute explain export extract find finish follow forEach forget forgive format gather generate get give guard handle hash hold
identify import index insert install invalidate invite join judge keep launch leave lift link lint list load lock mail
make mark match measure merge migrate move notify offer open order perform plan prefetch preload prepare present preview print
propose prove publish purge put queue rank reach read reassign receive recheck reconcile reconsider record refresh
refuse reject rejoin remember remind remove render renumber reopen repeat replace replay report request require reseal
reset resolve respond restart restore resubmit retry return review revoke run sample save schedule search seed select
send serve set sign skip stage stamp start stop store stream submit survey switch sync take test toggle touch transact
try undo unlink unsubscribe update verify vote wait watch withdraw write
is has may needs`

test('begins the name of an exported function that awaits with a verb', () => {
  const sentence = new RegExp(`^(?:${verbs.trim().split(/\s+/).join('|')})(?![a-z])`)
  // Functions that run their argument: `withFolder(folder => …)`, `inTransaction(ctx, (tx) => …)`.
  const wrapper = /^(?:with|in)[A-Z]\w*(?:<[^(]*>)?\([^)]*\b(?:work|body|use|run|render)\w*\??:/
  const awaiting = sources.flatMap((name) =>
    [
      ...(textsByFile.get(name) ?? '').matchAll(
        /^export (?:async function\*?|const(?= \w+ = async)) (.*(?:\n {2}.*)*)/gm,
      ),
    ].map(([, declaration = '']) => ({ name, declaration })),
  )
  expect(awaiting.length).toBeGreaterThan(700)
  const isComponent = /^[A-Z]|^(?:generateMetadata|default)\b/
  const wrong = awaiting
    .filter(({ declaration }) => ![isComponent, sentence, wrapper].some((pattern) => pattern.test(declaration)))
    .map(({ name, declaration }) => `${name}: ${/^\w*/.exec(declaration)}`)
  expect(wrong).toEqual([])
})

test('recognizes objects of pg by their shape, as the bundle and the pages load it twice', () => {
  expect(filesWith(/instanceof (?:Pool|Client|PoolClient|DatabaseError)\b/)).toEqual([])
})

test('uses raw SQL only in reviewed places', () => {
  expect(filesWith(/sql\.raw\(/).toSorted()).toEqual(rawSql)
})

test('cuts texts that are stored or shown only where no character is cut in two', () => {
  const cutting =
    /\.slice\(0, (?:[\d_]{3,}|(?:max|longest)\w*(?:Length|Text)|longest\w*)\)|\.slice\(0, [^()]*\)(?:\.trimEnd\(\))?\}…/
  // Bytes of a file; a path in a key, which stays the same; texts that are only searched or compared.
  const reviewed = [
    'components/admin/import/check-file.ts',
    'lib/domain/change/plan-steps.ts',
    'lib/text/markdown-text.ts',
    'server/platform/auth/sign-in.ts',
    'server/text-rarity/words-of-change.ts',
  ]
  const checked = /slice\(0, maxLength\)\.toWellFormed\(\)/
  const found = filesWith(cutting).filter((name) => !checked.test(textsByFile.get(name) ?? ''))
  expect(found.toSorted()).toEqual(reviewed)
})

test('stores JSON only in columns that PostgreSQL can read back', () => {
  expect(filesWith(/import \{[^}]*\bjsonb?\b[^}]*\} from 'drizzle-orm\/pg-core'/)).toEqual([])
})

test('names only what the code has, in comments and in the titles of tests', () => {
  const comment = /^\s*(?:\/\/|\/?\*) .*$|^\s*\/\*\* .*$/gm
  const title = /(?<=\b(?:describe|test)(?:\.each\(\w+\))?\(|\]\)\()(['"`]).*?\1|(?<=^ {2})'\w+ [^']*'(?=: \()/gm
  const names = globSync('{app,components,e2e,lib,packages,server}/**/*.{ts,tsx,mjs}', { cwd: root })
  const known = new Set<string>()
  const mentions: [name: string, text: string][] = []
  for (const name of names.filter((path) => !/node_modules|\/dist\//.test(path))) {
    const text = readFileSync(join(root, name), 'utf8')
    const code = text.replace(comment, '').replace(title, '')
    for (const [word] of code.matchAll(/[A-Za-z]\w*/g)) known.add(word)
    const quoted = text.match(comment)?.flatMap((line) => line.match(/`[^`]+`/g) ?? []) ?? []
    for (const mention of [...quoted, ...(text.match(title) ?? [])]) mentions.push([name, mention])
  }
  expect(mentions.length).toBeGreaterThan(5000)
  // Examples of names that others write.
  const examples = ['sysCreatedOn', 'rollbackTrigger']
  const unknown = mentions.flatMap(([name, text]) =>
    [...text.matchAll(/(?<![\w./-])[a-z]+(?:[A-Z][a-z\d]+)+\b/g)]
      .filter(([word]) => !known.has(word) && !examples.includes(word))
      .map(([word]) => `${name}: ${word}`),
  )
  expect(unknown).toEqual([])
})
