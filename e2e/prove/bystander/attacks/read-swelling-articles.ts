import { sessionOf } from '../../../own-server.ts'
import type { Attack } from '../attack.ts'
import { create } from '../create.ts'
import { bearerOf } from '../headers.ts'

/** Markdown of 49 kB that becomes a link of 200 bytes for every seven characters. */
const text = 'http://'.repeat(7_000)

/** The page of an article that grows when it is rendered, by somebody signed in. */
export const readSwellingArticles: Attack = {
  name: 'read-swelling-articles',
  connections: 20,
  async prepare({ baseUrl, tokens }) {
    const article = JSON.stringify({ content: `# Links\n\n${text}`, metadata: { article_type: 'lesson' } })
    const id = await create(`${baseUrl}/api/docs/v1/articles`, bearerOf(tokens.docs.write, 'application/json'), article)
    const headers = await sessionOf(baseUrl, 'reviewer')
    return () => new Request(`${baseUrl}/knowledge/${id}`, { headers })
  },
}
