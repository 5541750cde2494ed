import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'

type ChartCardProps = {
  id: string
  title: string
  description: ReactNode
  legend?: ReactNode
  isWide?: boolean
  /** The chart: an element with role `img` and a summary as its name. */
  children: ReactNode
  /** The same numbers as a table, with links to the records. */
  table: ReactNode
}

export function ChartCard({ id, title, description, legend, isWide, children, table }: ChartCardProps) {
  return (
    <Card aria-labelledby={id} className={cx('break-inside-avoid', isWide && 'xl:col-span-2')}>
      <CardHeader id={id} title={title} description={description} />
      <CardBody className="flex flex-col gap-3">
        {legend}
        {children}
        <details className="group/table print:hidden">
          <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
            Show as table<span className="sr-only">: {title}</span>
          </summary>
          <div className="mt-2">{table}</div>
        </details>
      </CardBody>
    </Card>
  )
}
