import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NativeSelect } from './native-select.tsx'
import { useServerForm } from './use-server-form.ts'

type PersonValues = { name: string; team: string }
type RenderFields = (form: ReturnType<typeof useServerForm<PersonValues>>) => ReactNode

const TestForm = ({ fields }: { fields: RenderFields }) =>
  fields(useServerForm<PersonValues>({ values: { name: 'Ada', team: '' }, send: async () => {} }))

const UpperCaseText = ({ value, mark }: { value: string; mark: string }) => <b>{value.toUpperCase() + mark}</b>

const render = (fields: RenderFields) => renderToStaticMarkup(<TestForm fields={fields} />)

/** Returns the attributes of the first element with this tag. */
const readAttributes = (html: string, tag: string) =>
  Object.fromEntries(
    [...(html.match(new RegExp(`<${tag} ([^>]*)>`))?.[1] ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map((found) => [
      found[1],
      found[2],
    ]),
  )

test('a field is a text input by default', () => {
  const html = render(({ Field }) => <Field name="name" label="Name" required maxLength={80} />)
  expect(readAttributes(html, 'label')).toMatchObject({ for: 'field-name' })
  expect(readAttributes(html, 'input')).toMatchObject({
    id: 'field-name',
    type: 'text',
    autoComplete: 'off',
    maxLength: '80',
    'aria-required': 'true',
  })
})

test('another control takes the other properties of its field', () => {
  const html = render(({ Field }) => (
    <Field name="team" label="Team" as={NativeSelect} placeholder="Any" options={[]} />
  ))
  expect(readAttributes(html, 'select')).toMatchObject({ id: 'field-team', name: 'team' })
  expect(html).toContain('>Any</option>')
})

test('a controlled field gets its value from the form', () => {
  const html = render(({ Field }) => <Field name="name" label="Name" controlled={UpperCaseText} mark="!" />)
  expect(html).toContain('<b>ADA!</b>')
})

test('a field may have an id of its own, where another form has its name too', () => {
  const html = render(({ Field }) => <Field id="again" name="name" label="Password" type="password" />)
  expect(readAttributes(html, 'label')).toMatchObject({ for: 'again' })
  expect(readAttributes(html, 'input')).toMatchObject({ id: 'again', name: 'name', type: 'password' })
})
