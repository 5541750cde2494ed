import { cx } from '#components/ui/class-names.ts'
import { Skeleton, SkeletonRegion } from '#components/ui/skeleton.tsx'
import { thClass } from './table.tsx'

const widths = ['w-24', 'w-40', 'w-28', 'w-32', 'w-20', 'w-36']

type TableSkeletonProps = { columns: readonly string[]; rows?: number; label?: string }

/** Placeholder rows under the real column names, as high as real rows, so that loading shifts no layout. */
export function TableSkeleton({ columns, rows = 10, label = 'Loading the table' }: TableSkeletonProps) {
  return (
    <SkeletonRegion label={label} className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-hidden="true" className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} className={thClass}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity and never move
            <tr key={row}>
              {columns.map((column, index) => (
                <td key={column} className="h-[33px] border-b border-line px-3">
                  <Skeleton className={cx('h-3 max-w-full', widths[(row + index * 2) % widths.length])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SkeletonRegion>
  )
}
