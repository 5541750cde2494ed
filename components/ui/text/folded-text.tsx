'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'

/** A text as it was written; a long one is folded until it is opened. */
export function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > 600 || text.split('\n').length > 6
  return (
    <>
      <p className={cx('break-words whitespace-pre-wrap', isLong && !isOpen && 'line-clamp-6')}>{text}</p>
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2.5"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </>
  )
}
