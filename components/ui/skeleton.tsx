import { cx } from './class-names.ts'

/** Grey placeholder; give it the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-sm bg-ink/9', className)} />
}

/** Placeholder of a text, which announces once that it is loading. */
export function SkeletonText({ lines, label }: { lines: number; label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2.5 py-1">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no identity and never move
        <Skeleton key={line} className={cx('h-3', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  )
}
