import type { Attack } from '../attack.ts'
import { sendMany } from '../send-many.ts'

/** A text that PostgreSQL's parser of words needs quadratic time for. */
const text = '_a'.repeat(24_900)

/** Articles of 50 kB, for which the search index is made. */
export const postQuadraticTexts: Attack = {
  name: 'post-quadratic-texts',
  run: ({ server, tokens }, signal) =>
    sendMany(signal, 24, (n) =>
      fetch(`${server.baseUrl}/api/docs/v1/articles`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.docs.write}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ content: `# ${n}\n\n${text}`, metadata: { article_type: 'lesson' } }),
        signal,
      }),
    ),
}
