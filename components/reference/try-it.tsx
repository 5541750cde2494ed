'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import type { Trial } from './trial.ts'
import { TryItForm } from './try-it-form.tsx'

/** A form that sends an operation to this service; it is made when it is asked for. */
export function TryIt({ trial }: { trial: Trial }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h3>
        <Button
          size="sm"
          aria-expanded={isOpen}
          icon={<ChevronDown aria-hidden="true" className={cx('transition-transform', isOpen && 'rotate-180')} />}
          onClick={() => setOpen(!isOpen)}
        >
          Try it <span className="sr-only">{trial.id}</span>
        </Button>
      </h3>
      {isOpen ? <TryItForm trial={trial} /> : null}
    </section>
  )
}
