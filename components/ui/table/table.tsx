import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'

/** Sets the role explicitly, because `stack` changes `display`, and browsers then drop the implicit role. */
export const role = (name: string) => ({ role: name })

type TableProps = ComponentProps<'table'> & {
  /** Turns each row into a card of labelled values below 960 px; give every `Td` its `label`. */
  stack?: boolean
}

/** Table inside a `TableRegion`; needs a `Caption` or an `aria-label`. `table.css` stacks the rows. */
export function Table({ stack, className, ...rest }: TableProps) {
  return (
    <table
      {...role('table')}
      {...rest}
      data-stack={stack || undefined}
      className={cx('w-full border-separate border-spacing-0 text-sm', className)}
    />
  )
}

/** Name of the table for screen readers. */
export function Caption(props: ComponentProps<'caption'>) {
  return <caption {...props} className="sr-only" />
}

/** Header that stays visible while the region scrolls or, in a region as high as its rows, the page. */
export function THead({ className, ...rest }: ComponentProps<'thead'>) {
  return (
    <thead {...role('rowgroup')} {...rest} className={cx('sticky top-[var(--table-head-top,0px)] z-10', className)} />
  )
}

export function TBody(props: ComponentProps<'tbody'>) {
  return <tbody {...role('rowgroup')} {...props} />
}

type TrProps = ComponentProps<'tr'> & { selected?: boolean }

export function Tr({ selected, className, ...rest }: TrProps) {
  return (
    <tr
      {...role('row')}
      {...rest}
      data-selected={selected || undefined}
      className={cx('group/row has-[[data-row-link]]:cursor-pointer', className)}
    />
  )
}

export const thClass =
  'h-8 border-b border-line bg-sunken px-3 text-left text-xs font-medium whitespace-nowrap text-muted'

export type Align = 'start' | 'end'

/** Header of a column that does not sort; `SortHeader` is for one that does. */
export function Th({ align = 'start', className, ...rest }: Omit<ComponentProps<'th'>, 'align'> & { align?: Align }) {
  return (
    <th
      {...role('columnheader')}
      scope="col"
      {...rest}
      className={cx(thClass, align === 'end' && 'text-right', className)}
    />
  )
}

type TdProps = Omit<ComponentProps<'td'>, 'align'> & {
  /** `end` for numbers. */
  align?: Align
  /** Name of the column, shown beside the value on a card. */
  label?: string
  /** True for the cell that heads a card, shown first and without its label. */
  primary?: boolean
  /** True if a phone shows the value without its label. */
  evident?: boolean | undefined
}

export function Td({ align = 'start', label, primary, evident, className, ...rest }: TdProps) {
  return (
    <td
      {...role('cell')}
      {...rest}
      data-label={label}
      data-primary={primary || undefined}
      data-evident={evident || undefined}
      className={cx(
        'h-9 border-b border-line px-3 py-1 align-middle group-last/row:border-b-0',
        'group-hover/row:bg-ink/3 group-data-selected/row:bg-accent-soft',
        align === 'end' && 'text-right',
        className,
      )}
    />
  )
}
