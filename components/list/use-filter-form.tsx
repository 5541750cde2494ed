import { useRouter } from 'next/navigation'
import { type FormEventHandler, type ReactNode, useState, useTransition } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { cx } from '#components/ui/class-names.ts'
import { bindField } from '#components/ui/form/form-field.tsx'
import { PageLoading } from '#components/ui/page-loading.tsx'

type FilterFormOptions<Values extends Record<string, string>> = {
  readonly resolver: Resolver<Values>
  readonly values: Values
  readonly hrefFor: (filters: Values) => string
}

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

type FilterFormProps = {
  label: string
  className: string
  clearHref: string
  busy: boolean
  isFiltered: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

export function FilterForm({ label, className, clearHref, busy, isFiltered, onSubmit, children }: FilterFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className={cx('mb-4 items-start gap-3', className)}>
      {children}
      <PageLoading when={busy} />
      <div className="flex gap-2 max-sm:col-span-2 sm:mt-6">
        <Button type="submit" busy={busy}>
          Apply
        </Button>
        {isFiltered ? (
          <ButtonLink href={clearHref} variant="ghost">
            Clear
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}
