'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useUser } from '#components/layout/user-context.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import type { Option } from '#components/ui/form/option-list.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import { searchAll } from '#lib/contracts/routes.ts'
import { shorten } from '#lib/text/shorten.ts'
import { usePeopleNames } from './use-people-names.ts'

const debounceMs = 150
const minLength = 2

/** A person whom an input suggests. */
export type SuggestedPerson = { readonly email: string; readonly name: string }

/**
 * Input for a person, whose value is the e-mail address. Suggests the reader, people in use and, searched on the server
 * while the person types, everybody in the directory; people who left only with `withLeavers`. Any other e-mail address
 * can be typed.
 */
export function PersonInput({
  value,
  withLeavers = false,
  ...props
}: Omit<ComponentProps<typeof Combobox>, 'options' | 'onSearch'> & { withLeavers?: boolean }) {
  const user = useUser()
  const { people = [] } = useValuesInUse()
  const [initial] = useState(value)
  const nameOf = usePeopleNames([initial])
  const [text, setText] = useState('')
  const q = useDebounced(shorten(text.trim(), 100, ''), debounceMs)
  const matches = useQuery({
    ...endpointQuery(searchAll, { query: { q } }),
    enabled: q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  const options = new Map<string, Option>()
  const offer = ({ email, name }: SuggestedPerson, hint = email) => {
    if (!options.has(email)) options.set(email, { value: email, label: name, ...(name === email ? {} : { hint }) })
  }
  if (user) offer(user, 'Me')
  if (initial) offer({ email: initial, name: nameOf(initial) })
  for (const person of [...people, ...(matches.data?.people ?? [])]) {
    if (withLeavers || !person.has_left) offer(person)
  }
  return (
    <Combobox
      placeholder="Name or e-mail address"
      {...props}
      value={value}
      options={[...options.values()]}
      onSearch={setText}
      picksFirst
    />
  )
}
