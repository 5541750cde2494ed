import type { OwnServer } from '../../../own-server.ts'
import type { Attack } from '../attack.ts'
import { sendMany } from '../send-many.ts'

/** Markdown of 49 kB that becomes a link of 200 bytes for every seven characters. */
const text = 'http://'.repeat(7_000)
const addresses = new WeakMap<OwnServer, { path: string; headers: Record<string, string> }>()

/** The page of an article that grows when it is rendered, by somebody signed in. */
export const readSwellingArticles: Attack = {
  name: 'read-swelling-articles',
  async prepare(own) {
    const headers = await own.sessionOf('reviewer')
    const response = await fetch(`${own.server.baseUrl}/api/docs/v1/articles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${own.tokens.docs.write}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: `# Links\n\n${text}`, metadata: { article_type: 'lesson' } }),
    })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    const { id } = (await response.json()) as { id: string }
    addresses.set(own, { path: `/knowledge/${id}`, headers })
  },
  run(own, signal) {
    const { path = '/', headers = {} } = addresses.get(own) ?? {}
    return sendMany(signal, 20, () => fetch(`${own.server.baseUrl}${path}`, { headers, signal }))
  },
}
