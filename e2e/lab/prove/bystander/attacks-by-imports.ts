import { strToU8, zipSync } from 'fflate'
import { signInAs } from '#e2e/support/own-server.ts'
import { type Attack, create, followEvents, quadraticText, toBearer } from './attack.ts'

/** Imports of these files of changes, in turn, by a token that may write. */
const importFiles = (name: string, contentType: string, files: readonly string[]): Attack => ({
  name,
  connections: 4,
  prepare: ({ baseUrl, tokens }) => {
    const headers = toBearer(tokens.itsm.write, contentType)
    const url = `${baseUrl}/api/itsm/v1/imports?kind=changes`
    return (n) => new Request(url, { method: 'POST', headers, body: files[n % files.length] ?? '' })
  },
})

const depth = 100_000
const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const list = `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON whose fields have 100,000 levels. */
export const importDeepFiles = importFiles('import-deep-files', 'application/json', [
  `[{"number":"CHG1","title":${deep}}]`,
  `[{"number":"CHG1","title":"Deep","created_at":${list}}]`,
])

const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')

/** Files with millions of columns. */
export const importWideFiles = importFiles('import-wide-files', 'text/csv', [
  ','.repeat(5_000_000),
  ','.repeat(100_000),
  `${columns}\n${'1,'.repeat(100_000)}\n`,
  `number,title,${columns}\nCHG1,Wide\n`,
])

/** Number of imports of the archive: with a file for each, half the uploads that a person may send in a minute. */
const rounds = 15
const archive = zipSync(
  Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, strToU8(`# ${n}\n\n${quadraticText}`)])),
)

/** Small archives of hostile Markdown are imported and cancelled, while others import and follow the events. */
export const importQuadraticArchives: Attack = {
  name: 'import-quadratic-archives',
  connections: 1,
  async prepare({ baseUrl, tokens }) {
    const session = await signInAs(baseUrl, 'manager')
    const imports = `${baseUrl}/api/app/v1/imports`
    const upload = (query: string, content: BodyInit) =>
      create(`${imports}?${query}`, { ...session, 'Content-Type': 'application/octet-stream' }, content)
    const ids: { archive: string; incidents: string }[] = []
    for (let n = 0; n < rounds; n += 1) {
      ids.push({
        archive: await upload('kind=articles&file_name=notes.zip', archive),
        incidents: await upload('kind=incidents&file_name=a.csv', `number,opened_at\nINC${n},2026-03-01T10:00:00Z\n`),
      })
    }
    const feed = `${baseUrl}${await followEvents(baseUrl, toBearer(tokens.itsm.read))}&wait=1`
    const headers = { ...session, 'Content-Type': 'application/json' }
    const run = (id = '') =>
      new Request(`${imports}/${id}/run`, { method: 'POST', headers, body: JSON.stringify({ dry_run: false }) })
    const follow = () => new Request(feed, { headers: toBearer(tokens.itsm.read) })
    const steps: ((of: (typeof ids)[number] | undefined) => Request)[] = [
      (of) => run(of?.archive),
      (of) => run(of?.incidents),
      follow,
      (of) => new Request(`${imports}/${of?.archive}/cancel`, { method: 'POST', headers }),
      follow,
    ]
    return (n) => {
      const step = (n - 1) % steps.length
      const round = Math.floor((n - 1) / steps.length) % rounds
      return (steps[step] ?? follow)(ids[round])
    }
  },
}

/** Megabytes that files may take together, so few that the quota of uploads suffices to fill them. */
const space = 40
const file = new Uint8Array(2_000_000).fill(0x78)

/** Drafts of imports until there is no more room for them, and further ones. */
export const uploadWithoutEnd: Attack = {
  name: 'upload-without-end',
  env: { HINDSIGHT_IMPORT_SPACE: String(space) },
  // There is no more room for files of anybody.
  mayRefuse: /^(?:upload|import until it is done): POST \S+: 507 /,
  connections: 4,
  async prepare({ baseUrl }) {
    const headers = { ...(await signInAs(baseUrl, 'manager')), 'Content-Type': 'application/octet-stream' }
    const url = `${baseUrl}/api/app/v1/imports?kind=changes&file_name=endless.csv`
    return () => new Request(url, { method: 'POST', headers, body: file })
  },
}
