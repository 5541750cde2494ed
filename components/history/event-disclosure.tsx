'use client'

import { ChevronRight } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { cx } from '#components/ui/class-names.ts'
import type { EventRun } from './event-runs.ts'

const EventDetails = dynamic(() => import('./event-details.tsx').then((part) => part.EventDetails), {
  loading: () => null,
})

/** Button at the end of a row with two columns; it opens the recorded fields below, loaded on demand. */
export function EventDisclosure({ events, hasLinks = false }: { events: EventRun; hasLinks?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="col-start-2 row-start-1 inline-flex min-h-6 items-center self-start gap-0.5 rounded-sm text-xs text-muted hover:text-ink"
      >
        <ChevronRight className={cx('size-4 transition-transform duration-100', isOpen && 'rotate-90')} />
        Details
      </button>
      {isOpen ? (
        <div id={id} className="col-span-2 mt-1 min-w-0">
          <EventDetails events={events} hasLinks={hasLinks} />
        </div>
      ) : null}
    </>
  )
}
