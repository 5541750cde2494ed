'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { searchAll } from '#lib/contracts/routes.ts'

const debounceMs = 150
const minLength = 2

/** A text box for an e-mail address that suggests people of the directory, searched on the server while one types. */
export function PersonInput(props: Omit<ComponentProps<typeof Input>, 'list' | 'onInput' | 'type'>) {
  const listId = useId()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim().slice(0, 100), debounceMs)
  const { data } = useQuery({
    ...endpointQuery(searchAll, { query: { q } }),
    enabled: q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Input
        {...props}
        type="email"
        list={listId}
        autoComplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {data?.people.map(({ id, email, name }) => (
          <option key={id} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
