import { sessionOf } from '#e2e/own-server.ts'
import type { Attack } from '../attack.ts'
import { create } from '../create.ts'
import { bearerOf } from '../headers.ts'

/** Markdown of 49 kB that would become a link of 200 bytes for every seven characters, and of as many elements as are shown. */
const texts = ['http://'.repeat(7_000), '*a* '.repeat(3_700)]

/** The pages of articles that grow when they are rendered, by somebody signed in. */
export const readSwellingArticles: Attack = {
  name: 'read-swelling-articles',
  connections: 20,
  async prepare({ baseUrl, tokens }) {
    const session = await sessionOf(baseUrl, 'reviewer')
    const pages = await Promise.all(
      texts.map(async (text) => {
        const article = JSON.stringify({ content: `# Swelling\n\n${text}`, metadata: { article_type: 'lesson' } })
        const headers = bearerOf(tokens.docs.write, 'application/json')
        return `${baseUrl}/knowledge/${await create(`${baseUrl}/api/docs/v1/articles`, headers, article)}`
      }),
    )
    // The first page loads its code.
    for (const page of pages) await fetch(page, { headers: session })
    return (n) => new Request(pages[n % pages.length] ?? '', { headers: session })
  },
}
