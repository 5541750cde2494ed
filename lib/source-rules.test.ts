import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What runs in production: without tests, the demo, the bench and the commands. */
const sources = ['app', 'components', 'lib', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing/.test(name))
    .filter((name) => !/^server\/(?:bench|cli|demo)\//.test(name)),
)
const textOf = new Map(sources.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
const filesWith = (pattern: RegExp) => sources.filter((name) => pattern.test(textOf.get(name) ?? ''))

it('looks at all there is', () => {
  expect(sources.length).toBeGreaterThan(800)
  expect(filesWith(/child_process/)).not.toEqual([])
})

it.each([
  ['runs text as code', /\beval\(|new Function\(|node:vm|import\(\w*(?:input|body|query)/],
  ['writes HTML as text', /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
  ['takes messages of other windows', /postMessage\(|addEventListener\(\s*['"`]message|onmessage\b/],
  ['opens a socket to the browser or between browsers', /\bWebSocket\b|RTCPeerConnection|EventSource/],
  ['imports a private part of Next', /next\/dist\//],
  ['starts a shell', /(?<![.\w])exec(?:Sync)?\(|shell: true/],
  ['reads XML', /DOMParser|XMLHttpRequest|xml2js|fast-xml|libxml/],
  ['trusts any certificate', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['refuses what is pasted', /onPaste/],
])('nothing %s', (_, pattern) => {
  expect(filesWith(pattern)).toEqual([])
})

it('takes or gives no files: a form is read only to refuse one that no page of ours sends', () => {
  const found = filesWith(/multipart\/form-data|formData\(\)|Content-Disposition|type="file"/)
  expect(found).toEqual(['server/platform/http/assert-readable-action.ts'])
})

it('starts programs for the embedded database alone', () => {
  const folders = filesWith(/child_process/).map((name) => name.slice(0, name.lastIndexOf('/')))
  expect([...new Set(folders)].toSorted()).toEqual(['server/platform/api/openapi', 'server/platform/db/embedded'])
})

it('asks no other service from the server but by the libraries for mail, sign-in and database', () => {
  const byFetch = /(?<![.\w])fetch\(|\b(?:globalThis|global|window|self)\.fetch\b|\bundici\b/
  const byNode =
    /import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|http2|net|tls)'|import (?:\* as )?\w+ from 'node:(?:https?|http2|net|tls)'/
  const asking = [...filesWith(byFetch), ...filesWith(byNode)].filter((name) => name.startsWith('server/'))
  // A cancel request to the database, at the address of its connection.
  expect(asking).toEqual(['server/platform/db/time-limits.ts'])
})

it('uses private parts of the database driver only to end long statements', () => {
  expect(filesWith(/session\.client\b/)).toEqual([])
  const found = filesWith(/\bconnection\.stream\b|\breadyForQuery\b|\bprocessID\b|\bsecretKey\b/)
  expect(found.toSorted()).toEqual(['server/platform/db/client.ts', 'server/platform/db/time-limits.ts'])
})

it('has a weak hash only where it names a text and protects nothing', () => {
  expect(filesWith(/['"](?:md5|sha1)['"]/)).toEqual(['server/platform/http/conditional.ts'])
})

it('draws only what may be guessed from Math.random: a sample and a wait', () => {
  const drawing = ['server/platform/db/embedded/lock.ts', 'server/reviews/complete-clean-reviews.ts']
  expect(filesWith(/Math\.random/).toSorted()).toEqual(drawing)
})

/** Looked at one by one: constants of ours, never what a request holds. */
const rawSql = [
  ...['server/insights/count-metrics.ts', 'server/insights/list-records.ts', 'server/insights/populations.ts'],
  ...['server/platform/db/list.ts', 'server/platform/db/select-page.ts'],
  ...['server/schema/columns.ts', 'server/schema/improvements.ts'],
]

it('keeps texts in the storage of the browser only where signing out finds them', () => {
  const keyboard = 'components/layout/shortcuts.tsx'
  expect(filesWith(/\blocalStorage\b/).toSorted()).toEqual([keyboard, 'lib/api/stored-drafts.ts'])
  expect(filesWith(/\b(?:sessionStorage|indexedDB|cookieStore)\b|\bcaches\.open/)).toEqual([])
  expect(filesWith(/document\.cookie/)).toEqual(['components/ui/stored-choice.ts'])
})

it('writes SQL as raw text only where that was looked at', () => {
  expect(filesWith(/sql\.raw\(/).toSorted()).toEqual(rawSql)
})
