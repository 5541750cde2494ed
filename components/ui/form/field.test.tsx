import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const render = (error?: string) =>
  renderToStaticMarkup(
    <Field label="Owner" name="actions.0.owner" hint="An e-mail address." error={error} required>
      <Input name="actions.0.owner" aria-describedby="more" />
    </Field>,
  )

function readInputAttributes(html: string): Record<string, string | undefined> {
  const tag = /<input[^>]*>/.exec(html)?.[0] ?? ''
  return Object.fromEntries([...tag.matchAll(/([a-z-]+)="([^"]*)"/g)].map((found) => [found[1], found[2]]))
}

test('label, hint and its own description are connected to the control', () => {
  const html = render()
  const input = readInputAttributes(html)
  expect(html).toContain(`for="${input.id}"`)
  expect(input['aria-describedby']).toBe('more field-actions-0-owner-hint')
  expect(input['aria-required']).toBe('true')
  expect(input).not.toHaveProperty('aria-invalid')
})

test('an error marks the control as invalid and describes it', () => {
  const html = render('Enter an e-mail address.')
  const input = readInputAttributes(html)
  expect(input['aria-describedby']).toBe('more field-actions-0-owner-hint field-actions-0-owner-error')
  expect(input['aria-invalid']).toBe('true')
  expect(html).toContain('<p id="field-actions-0-owner-error"')
})

test('a control outside a field keeps its own id', () => {
  expect(readInputAttributes(renderToStaticMarkup(<Input id="own" />)).id).toBe('own')
})
