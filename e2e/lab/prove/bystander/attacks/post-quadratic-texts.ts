import type { Attack } from '../attack.ts'
import { bearerOf } from '../headers.ts'
import { quadraticText } from '../hostile-texts.ts'

/** Articles of 50 kB, for which the search index is made. */
export const postQuadraticTexts: Attack = {
  name: 'post-quadratic-texts',
  connections: 24,
  prepare: ({ baseUrl, tokens }) => {
    const headers = bearerOf(tokens.docs.write, 'application/json')
    return (n) =>
      new Request(`${baseUrl}/api/docs/v1/articles`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ content: `# ${n}\n\n${quadraticText}`, metadata: { article_type: 'lesson' } }),
      })
  },
}
