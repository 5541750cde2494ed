import { strToU8, zipSync } from 'fflate'
import { sessionOf } from '#e2e/own-server.ts'
import type { Attack } from '../attack.ts'
import { create } from '../create.ts'
import { followEvents } from '../follow-events.ts'
import { bearerOf } from '../headers.ts'
import { quadraticText } from '../hostile-texts.ts'

/** How often the archive is imported: with a file for each, half the uploads that a person may send in a minute. */
const rounds = 15
const archive = zipSync(
  Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, strToU8(`# ${n}\n\n${quadraticText}`)])),
)

/** Small archives of hostile Markdown are imported and cancelled, while others import and follow the events. */
export const importQuadraticArchives: Attack = {
  name: 'import-quadratic-archives',
  connections: 1,
  async prepare({ baseUrl, tokens }) {
    const session = await sessionOf(baseUrl, 'manager')
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
    const feed = `${baseUrl}${await followEvents(baseUrl, tokens.itsm.read)}&wait=1`
    const headers = { ...session, 'Content-Type': 'application/json' }
    const run = (id = '') =>
      new Request(`${imports}/${id}/run`, { method: 'POST', headers, body: JSON.stringify({ dry_run: false }) })
    const follow = () => new Request(feed, { headers: bearerOf(tokens.itsm.read) })
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
