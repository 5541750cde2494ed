import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EntryForm } from './entry-form.tsx'

test('the buttons of a form stand as in every dialog: the main one last, at the right', () => {
  const html = renderToStaticMarkup(
    <EntryForm error={undefined} busy={false} submitLabel="Add" onSubmit={() => {}} onCancel={() => {}}>
      <p>Fields</p>
    </EntryForm>,
  )
  expect([...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['Cancel', 'Add'])
  expect(html).toContain('justify-end')
})
