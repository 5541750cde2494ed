import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SaveIndicator } from './save-indicator.tsx'

test('an answer that is refused is named by its question', () => {
  const details = [{ field: 'form.missed', in: 'body' as const, issue: 'must have at most 20,000 characters' }]
  const message = 'form.missed must have at most 20,000 characters.'
  const html = renderToStaticMarkup(<SaveIndicator state={{ kind: 'refused', message, details }} />)
  expect(html).toContain('Not saved: “What was missed”: use at most 20,000 characters.')
})
