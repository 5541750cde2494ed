import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Option } from '#components/ui/form/option-list.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { PersonInput } from './person-input.tsx'

vi.mock('#components/ui/form/combobox.tsx', () => ({
  Combobox: ({ options }: { options: Option[] }) => options.map(({ label }) => label).join(),
}))

const people = [
  { name: 'Ada', email: 'ada@x.example', has_left: false },
  { name: 'Bo', email: 'bo@x.example', has_left: true },
]

test.each([
  { withLeavers: false, suggested: 'Ada' },
  { withLeavers: true, suggested: 'Ada,Bo' },
])('suggests $suggested with withLeavers=$withLeavers', ({ withLeavers, suggested }) => {
  const client = new QueryClient()
  client.setQueryData<unknown>([...endpointQuery(listFilterValues, {}).queryKey], { people })
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PersonInput value="" onChange={() => {}} withLeavers={withLeavers} />
    </QueryClientProvider>,
  )
  expect(shown).toBe(suggested)
})
