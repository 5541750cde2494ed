import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { cx } from '#components/ui/class-names.ts'
import { RowsLoading } from '#components/ui/table/rows-loading.tsx'

type FilterFormProps = {
  label: string
  className: string
  clearHref: string
  busy: boolean
  isFiltered: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

/** The fields of `useFilterForm` in a row, with buttons that apply and clear them. */
export function FilterForm({ label, className, clearHref, busy, isFiltered, onSubmit, children }: FilterFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className={cx('mb-4 items-start gap-3', className)}>
      {children}
      <RowsLoading when={busy} />
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
