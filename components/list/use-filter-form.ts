import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { bindField } from '#components/ui/form/form-field.tsx'

type FilterFormOptions<Values extends Record<string, string>> = {
  readonly resolver: Resolver<Values>
  /** Filters in the URL; empty for none. */
  readonly values: Values
  /** Returns the URL with other filters. */
  readonly hrefFor: (filters: Values) => string
}

/** A form whose values are filters in the URL. `state` is for `FilterForm`. */
export function useFilterForm<Values extends Record<string, string>>(options: FilterFormOptions<Values>) {
  const { resolver, values, hrefFor } = options
  const router = useRouter()
  const [busy, startApplying] = useTransition()
  const form = useForm<Values>({ resolver, values })
  const [Field] = useState(() => bindField(form))
  const onSubmit = form.handleSubmit((filters) => startApplying(() => router.push(hrefFor(filters))))
  const activeCount = Object.values(values).filter((value) => value !== '').length
  return { Field, activeCount, state: { busy, onSubmit, isFiltered: activeCount > 0 } }
}
