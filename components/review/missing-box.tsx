'use client'

import { useLayoutEffect, useRef } from 'react'
import { MissingList } from '#components/review/form/missing-list.tsx'
import { cx } from '#components/ui/class-names.ts'
import type { StepProgress } from '#lib/domain/review/review-progress.ts'

type MissingBoxProps = { number: string; progress: StepProgress }

/** The missing answers of a step. Its height stays the same while the step is open, to avoid a layout shift. */
export function MissingBox({ number, progress }: MissingBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.style.minHeight = `${box.current.offsetHeight}px`
  })
  const isDone = progress.missing.length === 0
  return (
    <div
      ref={box}
      className={cx(
        'mt-6 rounded-md border px-3 py-2 text-sm',
        isDone ? 'border-success-line bg-success-soft' : 'border-warning-line bg-warning-soft',
      )}
    >
      {isDone ? (
        <p className="font-medium">Nothing is missing here.</p>
      ) : (
        <>
          <h3 className="font-medium">Still missing</h3>
          <MissingList number={number} progress={progress} />
        </>
      )}
    </div>
  )
}
