'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useUser } from '#components/layout/user-context.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { reviewersQuery } from '#lib/api/policy-queries.ts'
import { shorten } from '#lib/text/shorten.ts'
import { usePeopleNames } from './use-people-names.ts'

const debounceMs = 150

type ReviewerInputProps = Omit<ComponentProps<typeof Combobox>, 'options' | 'onSearch' | 'onFocus' | 'isStrict'> & {
  /** E-mail addresses of people who are not suggested. */
  except?: readonly string[]
}

/**
 * Input for a person who may review, whose value is the e-mail address. Searches people on the server once it is used.
 */
export function ReviewerInput({ value, except = [], ...props }: ReviewerInputProps) {
  const me = useUser()?.email
  const [initial] = useState(value)
  const nameOf = usePeopleNames([initial])
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const search = useDebounced(shorten(text.trim(), 200, ''), debounceMs)
  const { data } = useQuery({
    ...reviewersQuery(search),
    placeholderData: keepPreviousData,
    enabled: isUsed,
  })
  const matches = (data?.people ?? [])
    .filter(({ email }) => !except.includes(email))
    .map(({ email, name }) => ({ value: email, label: name, hint: email === me ? 'Me' : email }))
  const isListed = initial === '' || matches.some(({ value: email }) => email === initial)
  const options = isListed ? matches : [{ value: initial, label: nameOf(initial), hint: initial }, ...matches]
  return (
    <Combobox
      placeholder="Name"
      {...props}
      value={value}
      options={options}
      onFocus={() => setUsed(true)}
      onSearch={setText}
      isStrict
    />
  )
}
