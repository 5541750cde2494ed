import type { ReactNode } from 'react'
import { RowLink } from '#components/ui/table/row-link.tsx'

type WorklistTitleProps = {
  href: string
  title: string
  /** Content of the second line. */
  children?: ReactNode
}

/** Classes of the cell with a title. */
export const titleCellClass = 'py-0.5!'

/** Title of a row of Today in one line, with a second line about it. */
export function WorklistTitle({ href, title, children }: WorklistTitleProps) {
  return (
    <div className="min-w-0 stacked:pr-9">
      <RowLink
        href={href}
        title={title}
        className="block truncate leading-4.5 stacked:whitespace-normal stacked:wrap-anywhere"
      >
        {title}
      </RowLink>
      {children ? (
        <span className="block truncate text-xs/4 font-normal text-muted stacked:whitespace-normal stacked:wrap-anywhere">
          {children}
        </span>
      ) : null}
    </div>
  )
}
