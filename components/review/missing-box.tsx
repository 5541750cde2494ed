'use client'

import { useLayoutEffect, useRef } from 'react'
import { MissingList } from '#components/review/form/missing-list.tsx'
import type { StepProgress } from '#lib/domain/review/review-progress.ts'

type MissingBoxProps = { number: string; progress: StepProgress }

/** The missing answers of a step, if any. Keeps its height while the step is open, to avoid layout shift. */
export function MissingBox({ number, progress }: MissingBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.style.minHeight = `${box.current.offsetHeight}px`
  })
  return (
    <div ref={box} className="flow-root">
      {progress.missing.length === 0 ? null : (
        <div className="mt-6 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-sm">
          <h3 className="font-medium">Still missing</h3>
          <MissingList number={number} progress={progress} />
        </div>
      )}
    </div>
  )
}
